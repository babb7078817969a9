CREATE TABLE "announcement_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"uploaded_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcement_reads" (
	"announcement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_reads_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title_lo" text NOT NULL,
	"body_lo" text NOT NULL,
	"title_en" text NOT NULL,
	"body_en" text NOT NULL,
	"branch_ids" uuid[] NOT NULL,
	"roles" text[] NOT NULL,
	"class_ids" uuid[] NOT NULL,
	"priority" text NOT NULL,
	"pinned" boolean NOT NULL,
	"state" text NOT NULL,
	"from_day" date,
	"from_time" text NOT NULL,
	"until_day" date,
	"until_time" text NOT NULL,
	"publish_from" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"publish_to" timestamp (3) with time zone,
	"file_ids" uuid[] NOT NULL,
	"branch_id" uuid,
	"author_id" uuid,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_state_known" CHECK ("announcements"."state" in ('draft', 'published', 'archived')),
	CONSTRAINT "announcements_priority_known" CHECK ("announcements"."priority" in ('normal', 'high', 'urgent')),
	CONSTRAINT "announcements_said" CHECK (("announcements"."title_lo" <> '' and "announcements"."body_lo" <> '') or ("announcements"."title_en" <> '' and "announcements"."body_en" <> '')),
	CONSTRAINT "announcements_roles" CHECK (cardinality("announcements"."roles") > 0)
);
--> statement-breakpoint
ALTER TABLE "announcement_files" ADD CONSTRAINT "announcement_files_uploaded_by_id_users_id_fk" FOREIGN KEY ("uploaded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_reads_user" ON "announcement_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcements_from" ON "announcements" USING btree ("publish_from");--> statement-breakpoint
SELECT append_only('announcement_reads');
