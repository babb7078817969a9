CREATE TABLE "centre_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"by_id" uuid NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"parts_of_all" integer DEFAULT 0 NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"bytes" bigint,
	"started_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"heard_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "centre_exports_state_known" CHECK ("centre_exports"."state" in ('running', 'ready', 'failed', 'gone')),
	CONSTRAINT "centre_exports_reason_known" CHECK ("centre_exports"."reason" in ('', 'lost', 'diskFull', 'other'))
);

ALTER TABLE "centre_exports" ADD CONSTRAINT "centre_exports_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "centre_exports_running" ON "centre_exports" USING btree ("state") WHERE "centre_exports"."state" = 'running';
CREATE INDEX "centre_exports_started" ON "centre_exports" USING btree ("started_at");