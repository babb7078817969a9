CREATE TABLE "enrolment_leavings" (
	"enrolment_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"status_reason" text NOT NULL,
	"end_date" date,
	"seat_hold_until" timestamp (3) with time zone,
	"wait_position" integer,
	"left_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holiday_cancellations" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"date" date NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"kind" text NOT NULL,
	"branch_id" uuid,
	"year" integer,
	"last" integer NOT NULL,
	CONSTRAINT "number_series_once" UNIQUE NULLS NOT DISTINCT("kind","branch_id","year")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "record_branch_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "client_key" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "purpose" text DEFAULT 'centre' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolment_leavings" ADD CONSTRAINT "enrolment_leavings_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holiday_cancellations" ADD CONSTRAINT "holiday_cancellations_session_id_class_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."class_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holiday_cancellations" ADD CONSTRAINT "holiday_cancellations_term_id_academic_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."academic_terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_series" ADD CONSTRAINT "number_series_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holiday_cancellations_day" ON "holiday_cancellations" USING btree ("term_id","date");--> statement-breakpoint
CREATE INDEX "audit_log_record_branch" ON "audit_log" USING btree ("record_branch_id","at");--> statement-breakpoint
CREATE INDEX "enrolments_fee" ON "enrolments" USING btree ("fee_id");--> statement-breakpoint
CREATE INDEX "enrolments_course" ON "enrolments" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "enrolments_term" ON "enrolments" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "enrolments_updated" ON "enrolments" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "parents_phone2" ON "parents" USING btree ("phone2");--> statement-breakpoint
ALTER TABLE "course_fees" ADD CONSTRAINT "course_fees_amount_range" CHECK ("course_fees"."amount" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "course_fees" ADD CONSTRAINT "course_fees_min_deposit_range" CHECK ("course_fees"."min_deposit" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "course_fees" ADD CONSTRAINT "course_fees_currency_known" CHECK ("course_fees"."currency" in ('LAK', 'THB', 'USD'));--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_price_range" CHECK ("enrolments"."price" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_currency_known" CHECK ("enrolments"."currency" in ('LAK', 'THB', 'USD'));--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_rate_positive" CHECK ("exchange_rates"."rate_to_lak" > 0);--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_currency_known" CHECK ("exchange_rates"."currency" in ('THB', 'USD', 'CNY', 'VND'));--> statement-breakpoint
CREATE INDEX "classes_fee" ON "classes" USING btree ("fee_id");--> statement-breakpoint
-- Codes of people and classes go on where they were.
INSERT INTO "number_series" ("kind", "last") SELECT "series", "last" FROM "code_series";--> statement-breakpoint
DROP TABLE "code_series";--> statement-breakpoint
-- Until now only photos had a branch.
UPDATE "files" SET "purpose" = 'photo' WHERE "branch_id" IS NOT NULL;--> statement-breakpoint
-- What the audit log knew of sessions that a holiday cancelled: the newest entry of each session, unless the day was given back since.
INSERT INTO "holiday_cancellations" ("session_id", "term_id", "date", "reason")
SELECT DISTINCT ON (session."id") session."id", term."id", (log."after" ->> 'date')::date, log."after" ->> 'reason'
FROM "audit_log" log
CROSS JOIN LATERAL jsonb_array_elements_text(log."after" -> 'sessionIds') AS cancelled(session_id)
JOIN "class_sessions" session ON session."id"::text = cancelled.session_id
JOIN "academic_terms" term ON term."id"::text = log."entity_id"
WHERE log."entity" = 'class-sessions' AND log."action" = 'cancel' AND NOT EXISTS (
  SELECT 1 FROM "audit_log" later
  WHERE later."entity" = 'class-sessions' AND later."action" = 'restore' AND later."entity_id" = log."entity_id"
    AND later."after" ->> 'date' = log."after" ->> 'date' AND (later."at", later."id") > (log."at", log."id"))
ORDER BY session."id", log."at" DESC, log."id" DESC;--> statement-breakpoint
-- Rows of a table that is append-only are never deleted, and change in the named columns at most.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Rows of % are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
-- For this migration and later ones: SELECT append_only('orders', 'state', 'hold_until');
CREATE FUNCTION "append_only"(of_table regclass, VARIADIC allowed text[] DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  arguments text := (SELECT coalesce(string_agg(quote_literal(one), ', '), '') FROM unnest(allowed) one);
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_change(%s)', of_table, arguments);
  EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', of_table);
END $$;--> statement-breakpoint
SELECT append_only('audit_log');--> statement-breakpoint
SELECT append_only('exchange_rates');
