CREATE TABLE "academic_terms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"academic_year" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"enrol_from" date,
	"enrol_to" date,
	"branch_ids" uuid[] NOT NULL,
	"holidays" jsonb NOT NULL,
	"status" text NOT NULL,
	"is_current" boolean DEFAULT false NOT NULL,
	"is_enrolment_default" boolean DEFAULT false NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "academic_terms_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "assessments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"max_score" numeric(7, 2) NOT NULL,
	"weight" integer NOT NULL,
	"date" date,
	"status" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assessments_max_score" CHECK ("assessments"."max_score" > 0)
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"status" text NOT NULL,
	"minutes_late" integer,
	"note" text DEFAULT '' NOT NULL,
	"marked_by_id" uuid,
	"marked_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "class_results" (
	"enrolment_id" uuid PRIMARY KEY NOT NULL,
	"result" text,
	"recommended_course_id" uuid,
	"comment" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_code" text NOT NULL,
	"course_id" uuid NOT NULL,
	"term_id" uuid NOT NULL,
	"branch_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"slots" jsonb NOT NULL,
	"room_id" uuid,
	"capacity" integer NOT NULL,
	"min_students" integer NOT NULL,
	"teacher_id" uuid,
	"assistant_ids" uuid[] NOT NULL,
	"delivery_mode" text NOT NULL,
	"fee_id" uuid,
	"note" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"status_reason" text DEFAULT '' NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "classes_class_code_unique" UNIQUE("class_code")
);
--> statement-breakpoint
CREATE TABLE "course_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name_en" text NOT NULL,
	"name_lo" text NOT NULL,
	"colour" text NOT NULL,
	"position" integer NOT NULL,
	"active" boolean NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_categories_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "course_fees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"name" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"basis" text NOT NULL,
	"branch_id" uuid,
	"term_id" uuid,
	"price_category" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"prorate" text NOT NULL,
	"min_deposit" bigint,
	"active" boolean NOT NULL,
	"series_id" uuid NOT NULL,
	"replaced_by_id" uuid,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name_en" text NOT NULL,
	"name_lo" text NOT NULL,
	"category_id" uuid NOT NULL,
	"level" text NOT NULL,
	"next_course_id" uuid,
	"min_age" integer,
	"max_age" integer,
	"total_hours" integer,
	"total_sessions" integer,
	"default_capacity" integer,
	"description" text NOT NULL,
	"active" boolean NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courses_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"branch_id" uuid NOT NULL,
	"term_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"type" text DEFAULT 'regular' NOT NULL,
	"status" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"fee_id" uuid,
	"price" bigint DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'LAK' NOT NULL,
	"basis" text,
	"no_charge_reason" text DEFAULT '' NOT NULL,
	"seat_hold_until" timestamp (3) with time zone,
	"wait_position" integer,
	"override_reason" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"status_reason" text DEFAULT '' NOT NULL,
	"enrolled_by_id" uuid,
	"transfer_from_id" uuid,
	"transfer_to_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"name" text NOT NULL,
	"capacity" integer NOT NULL,
	"equipment" text NOT NULL,
	"active" boolean NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scores" (
	"assessment_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"score" numeric(7, 2),
	"mark" text,
	"comment" text DEFAULT '' NOT NULL,
	"marked_by_id" uuid,
	"marked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scores_assessment_id_enrolment_id_pk" PRIMARY KEY("assessment_id","enrolment_id"),
	CONSTRAINT "scores_not_below_zero" CHECK ("scores"."score" >= 0)
);
--> statement-breakpoint
CREATE TABLE "class_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"branch_id" uuid NOT NULL,
	"date" date NOT NULL,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"teacher_id" uuid,
	"is_substitute" boolean DEFAULT false NOT NULL,
	"room_id" uuid,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"moved_from_id" uuid,
	"attendance_taken_at" timestamp (3) with time zone,
	"attendance_taken_by_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_session_id_class_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."class_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_marked_by_id_users_id_fk" FOREIGN KEY ("marked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_results" ADD CONSTRAINT "class_results_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_results" ADD CONSTRAINT "class_results_recommended_course_id_courses_id_fk" FOREIGN KEY ("recommended_course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_term_id_academic_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."academic_terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_teacher_id_teachers_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."teachers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_fee_id_course_fees_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."course_fees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_fees" ADD CONSTRAINT "course_fees_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_fees" ADD CONSTRAINT "course_fees_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_fees" ADD CONSTRAINT "course_fees_term_id_academic_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."academic_terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_fees" ADD CONSTRAINT "course_fees_replaced_by_id_course_fees_id_fk" FOREIGN KEY ("replaced_by_id") REFERENCES "public"."course_fees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_category_id_course_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."course_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_next_course_id_courses_id_fk" FOREIGN KEY ("next_course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_term_id_academic_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."academic_terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_fee_id_course_fees_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."course_fees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_enrolled_by_id_users_id_fk" FOREIGN KEY ("enrolled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_transfer_from_id_enrolments_id_fk" FOREIGN KEY ("transfer_from_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_transfer_to_id_enrolments_id_fk" FOREIGN KEY ("transfer_to_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_assessment_id_assessments_id_fk" FOREIGN KEY ("assessment_id") REFERENCES "public"."assessments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_marked_by_id_users_id_fk" FOREIGN KEY ("marked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_sessions" ADD CONSTRAINT "class_sessions_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_sessions" ADD CONSTRAINT "class_sessions_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_sessions" ADD CONSTRAINT "class_sessions_teacher_id_teachers_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."teachers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_sessions" ADD CONSTRAINT "class_sessions_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_sessions" ADD CONSTRAINT "class_sessions_moved_from_id_class_sessions_id_fk" FOREIGN KEY ("moved_from_id") REFERENCES "public"."class_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_sessions" ADD CONSTRAINT "class_sessions_attendance_taken_by_id_users_id_fk" FOREIGN KEY ("attendance_taken_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "academic_terms_name_unique" ON "academic_terms" USING btree ("academic_year",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "academic_terms_one_current" ON "academic_terms" USING btree ("is_current") WHERE "academic_terms"."is_current";--> statement-breakpoint
CREATE UNIQUE INDEX "academic_terms_one_default" ON "academic_terms" USING btree ("is_enrolment_default") WHERE "academic_terms"."is_enrolment_default";--> statement-breakpoint
CREATE INDEX "academic_terms_search" ON "academic_terms" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "assessments_class" ON "assessments" USING btree ("class_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_once" ON "attendance" USING btree ("session_id","student_id");--> statement-breakpoint
CREATE INDEX "attendance_student" ON "attendance" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "classes_branch_term" ON "classes" USING btree ("branch_id","term_id");--> statement-breakpoint
CREATE INDEX "classes_course" ON "classes" USING btree ("course_id","term_id");--> statement-breakpoint
CREATE INDEX "classes_teacher" ON "classes" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "course_fees_course" ON "course_fees" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "course_fees_series" ON "course_fees" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "courses_search" ON "courses" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_category" ON "courses" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_once" ON "enrolments" USING btree ("class_id","student_id") WHERE "enrolments"."status" in ('waitlisted', 'pending', 'active', 'suspended');--> statement-breakpoint
CREATE INDEX "enrolments_class" ON "enrolments" USING btree ("class_id","status");--> statement-breakpoint
CREATE INDEX "enrolments_student" ON "enrolments" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "enrolments_branch_term" ON "enrolments" USING btree ("branch_id","term_id","status");--> statement-breakpoint
CREATE INDEX "enrolments_hold" ON "enrolments" USING btree ("seat_hold_until") WHERE "enrolments"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "rooms_name_unique" ON "rooms" USING btree ("branch_id",lower("name"));--> statement-breakpoint
CREATE INDEX "scores_enrolment" ON "scores" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "class_sessions_class" ON "class_sessions" USING btree ("class_id","date");--> statement-breakpoint
CREATE INDEX "class_sessions_branch" ON "class_sessions" USING btree ("branch_id","date");--> statement-breakpoint
CREATE INDEX "class_sessions_teacher" ON "class_sessions" USING btree ("teacher_id","date");--> statement-breakpoint
CREATE INDEX "class_sessions_room" ON "class_sessions" USING btree ("room_id","date");