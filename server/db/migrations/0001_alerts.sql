CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"branch_id" uuid,
	"subject_id" uuid,
	"detail" text DEFAULT '' NOT NULL,
	"amount_lak" bigint,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" uuid,
	"note" text,
	"closed_by_its_subject" boolean,
	CONSTRAINT "alerts_kind_known" CHECK ("alerts"."kind" in ('firstRate', 'rateOutsideBand', 'paidOutAboveLimit', 'offlineCash', 'drawerTooLittle', 'clockWrong')),
	CONSTRAINT "alerts_amount_lak_range" CHECK (abs("alerts"."amount_lak") <= 9007199254740991),
	CONSTRAINT "alerts_closed" CHECK (num_nulls("alerts"."closed_at", "alerts"."closed_by_id", "alerts"."note", "alerts"."closed_by_its_subject") in (0, 4))
);

ALTER TABLE "alerts" ADD CONSTRAINT "alerts_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "alerts_open" ON "alerts" USING btree ("at") WHERE "alerts"."closed_at" is null;

SELECT append_only(
  'alerts', '+closed_at', '+closed_by_id', '+note', '+closed_by_its_subject');
