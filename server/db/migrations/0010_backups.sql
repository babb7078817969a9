CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"night" date,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"file_name" text DEFAULT '' NOT NULL,
	"bytes" bigint,
	"sha256" text DEFAULT '' NOT NULL,
	"encrypted" boolean DEFAULT false NOT NULL,
	"second" text DEFAULT 'none' NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"heard_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "backups_kind_known" CHECK ("backups"."kind" in ('night', 'asked', 'command')),
	CONSTRAINT "backups_state_known" CHECK ("backups"."state" in ('running', 'good', 'written', 'failed')),
	CONSTRAINT "backups_reason_known" CHECK ("backups"."reason" in ('', 'notProved', 'books', 'damaged', 'noProgram', 'diskFull', 'noFolder', 'lost', 'other')),
	CONSTRAINT "backups_second_known" CHECK ("backups"."second" in ('none', 'copied', 'missing', 'failed'))
);

CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"went_back_to" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"file_name" text NOT NULL,
	"highest" jsonb NOT NULL
);

ALTER TABLE "backups" ADD CONSTRAINT "backups_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "backups_running" ON "backups" USING btree ("state") WHERE "backups"."state" = 'running';
CREATE UNIQUE INDEX "backups_night" ON "backups" USING btree ("night") WHERE "backups"."state" <> 'failed';
CREATE INDEX "backups_started" ON "backups" USING btree ("started_at");

SELECT append_only('restores');
