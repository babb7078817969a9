CREATE TABLE "code_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guardians" (
	"student_id" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"relation" text NOT NULL,
	"is_payer" boolean NOT NULL,
	"is_primary_contact" boolean NOT NULL,
	"can_pick_up" boolean NOT NULL,
	CONSTRAINT "guardians_student_id_parent_id_pk" PRIMARY KEY("student_id","parent_id")
);
--> statement-breakpoint
CREATE TABLE "parents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text NOT NULL,
	"phone2" text DEFAULT '' NOT NULL,
	"whatsapp" text DEFAULT '' NOT NULL,
	"line" text DEFAULT '' NOT NULL,
	"facebook" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"occupation" text DEFAULT '' NOT NULL,
	"village" text DEFAULT '' NOT NULL,
	"district" text DEFAULT '' NOT NULL,
	"province_code" text,
	"preferred_language" text DEFAULT 'lo' NOT NULL,
	"photo_file_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"branch_id" uuid NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"name_key" text NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_code" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"first_name_en" text DEFAULT '' NOT NULL,
	"last_name_en" text DEFAULT '' NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"gender" text NOT NULL,
	"date_of_birth" date,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"photo_file_id" uuid,
	"nationality" text DEFAULT '' NOT NULL,
	"id_number" text DEFAULT '' NOT NULL,
	"current_school" text DEFAULT '' NOT NULL,
	"grade" text DEFAULT '' NOT NULL,
	"village" text DEFAULT '' NOT NULL,
	"district" text DEFAULT '' NOT NULL,
	"province_code" text,
	"home_branch_id" uuid NOT NULL,
	"health_note" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"source" text,
	"price_category" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'prospect' NOT NULL,
	"status_reason" text DEFAULT '' NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"name_key" text NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "students_student_code_unique" UNIQUE("student_code")
);
--> statement-breakpoint
CREATE TABLE "teachers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"teacher_code" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"first_name_en" text DEFAULT '' NOT NULL,
	"last_name_en" text DEFAULT '' NOT NULL,
	"phone" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"gender" text NOT NULL,
	"date_of_birth" date,
	"nationality" text DEFAULT '' NOT NULL,
	"photo_file_id" uuid,
	"branch_ids" uuid[] NOT NULL,
	"employment_type" text,
	"hourly_rate" integer,
	"rate_currency" text DEFAULT 'LAK' NOT NULL,
	"qualifications" text DEFAULT '' NOT NULL,
	"start_date" date,
	"unavailability" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"name_key" text NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "teachers_teacher_code_unique" UNIQUE("teacher_code")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "branch_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parents" ADD CONSTRAINT "parents_photo_file_id_files_id_fk" FOREIGN KEY ("photo_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parents" ADD CONSTRAINT "parents_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_photo_file_id_files_id_fk" FOREIGN KEY ("photo_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_home_branch_id_branches_id_fk" FOREIGN KEY ("home_branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teachers" ADD CONSTRAINT "teachers_photo_file_id_files_id_fk" FOREIGN KEY ("photo_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guardians_parent" ON "guardians" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guardians_one_payer" ON "guardians" USING btree ("student_id") WHERE "guardians"."is_payer";--> statement-breakpoint
CREATE INDEX "parents_search" ON "parents" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "parents_phone" ON "parents" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "parents_name_key" ON "parents" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "students_search" ON "students" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "students_phone" ON "students" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "students_name_key" ON "students" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "students_branch" ON "students" USING btree ("home_branch_id","archived");--> statement-breakpoint
CREATE INDEX "teachers_search" ON "teachers" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "teachers_branches" ON "teachers" USING gin ("branch_ids");--> statement-breakpoint
CREATE INDEX "teachers_phone" ON "teachers" USING btree ("phone");