CREATE TABLE "payment_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by_id" uuid,
	"answered_at" timestamp (3) with time zone,
	"opened_by_id" uuid,
	"opened_at" timestamp (3) with time zone,
	CONSTRAINT "payment_notes_kind_known" CHECK ("payment_notes"."kind" in ('question', 'rejected')),
	CONSTRAINT "payment_notes_answer" CHECK (("payment_notes"."answer" <> '') = ("payment_notes"."answered_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "bank_statement_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"row" integer NOT NULL,
	"day" date NOT NULL,
	"time" text DEFAULT '' NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"amount" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"payment_id" uuid,
	"matched_by_id" uuid,
	"matched_at" timestamp (3) with time zone,
	"loaded_by_id" uuid,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_statement_lines_fingerprint" UNIQUE("bank_account_id","fingerprint"),
	CONSTRAINT "bank_statement_lines_payment" UNIQUE("payment_id"),
	CONSTRAINT "bank_statement_lines_amount_range" CHECK ("bank_statement_lines"."amount" between 0 and 9007199254740991),
	CONSTRAINT "bank_statement_lines_matched" CHECK (("bank_statement_lines"."payment_id" is null) = ("bank_statement_lines"."matched_at" is null))
);
--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "opened_by_id" uuid;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_answered_by_id_users_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_matched_by_id_users_id_fk" FOREIGN KEY ("matched_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_loaded_by_id_users_id_fk" FOREIGN KEY ("loaded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_notes_payment" ON "payment_notes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_notes_news" ON "payment_notes" USING btree ("branch_id") WHERE "payment_notes"."opened_at" is null;--> statement-breakpoint
CREATE INDEX "bank_statement_lines_day" ON "bank_statement_lines" USING btree ("bank_account_id","day");--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
SELECT append_only('payment_notes', 'answer', '+answered_by_id', '+answered_at', '+opened_by_id', '+opened_at');--> statement-breakpoint
-- What finance and the desk do for each other: slips, questions about them, and what was asked back.
CREATE TRIGGER "payments_tell_work" AFTER INSERT OR UPDATE OF "state" ON "payments"
  FOR EACH ROW EXECUTE FUNCTION tell_change('work', 'branch_id');--> statement-breakpoint
CREATE TRIGGER "payment_notes_tell_work" AFTER INSERT OR UPDATE ON "payment_notes"
  FOR EACH ROW EXECUTE FUNCTION tell_change('work', 'branch_id');--> statement-breakpoint
CREATE FUNCTION "tell_asked_back"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('branchdesk_events', 'work:' || branch_id) FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "refund_requests_tell_work" AFTER INSERT OR UPDATE ON "refund_requests"
  FOR EACH ROW EXECUTE FUNCTION tell_asked_back();
