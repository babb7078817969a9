CREATE TABLE "offline_cash" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"receipt_id" uuid NOT NULL,
	"counted_in_shift_id" uuid NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"sums" jsonb NOT NULL,
	"by_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"signed_by_id" uuid,
	CONSTRAINT "offline_cash_two_people" CHECK (num_nulls("offline_cash"."answered_at", "offline_cash"."signed_by_id") in (0, 2) and ("offline_cash"."signed_by_id" is null or "offline_cash"."signed_by_id" <> "offline_cash"."by_id"))
);

ALTER TABLE "teacher_rates" DROP CONSTRAINT "teacher_rates_day";
ALTER TABLE "school_info" ADD COLUMN "rate_free_percent" integer DEFAULT 5 NOT NULL;
ALTER TABLE "teacher_rates" ADD COLUMN "sequence" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "teacher_rates_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);
ALTER TABLE "teacher_rates" ADD COLUMN "approved_by" text DEFAULT '' NOT NULL;
ALTER TABLE "teacher_rates" ADD COLUMN "approved_by_id" uuid;
ALTER TABLE "offline_cash" ADD CONSTRAINT "offline_cash_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offline_cash" ADD CONSTRAINT "offline_cash_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offline_cash" ADD CONSTRAINT "offline_cash_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offline_cash" ADD CONSTRAINT "offline_cash_counted_in_shift_id_shifts_id_fk" FOREIGN KEY ("counted_in_shift_id") REFERENCES "public"."shifts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offline_cash" ADD CONSTRAINT "offline_cash_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "offline_cash" ADD CONSTRAINT "offline_cash_signed_by_id_users_id_fk" FOREIGN KEY ("signed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "offline_cash_shift" ON "offline_cash" USING btree ("shift_id");
CREATE INDEX "offline_cash_receipt" ON "offline_cash" USING btree ("receipt_id");
ALTER TABLE "teacher_rates" ADD CONSTRAINT "teacher_rates_approved_by_id_users_id_fk" FOREIGN KEY ("approved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "teacher_rates_day" ON "teacher_rates" USING btree ("teacher_id","valid_from","sequence");
ALTER TABLE "school_info" ADD CONSTRAINT "school_info_rate_free_percent" CHECK ("school_info"."rate_free_percent" between 0 and 20);
ALTER TABLE "teacher_rates" ADD CONSTRAINT "teacher_rates_two_people" CHECK ("teacher_rates"."approved_by_id" <> "teacher_rates"."created_by_id" or "teacher_rates"."approved_by_id" is null);

SELECT append_only('offline_cash', '+answered_at', '+signed_by_id');
