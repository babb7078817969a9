CREATE TABLE "journal_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "journal_accounts_account_known" CHECK ("journal_accounts"."account" in ('cash', 'safe', 'bank', 'slips', 'receivables', 'between', 'credits', 'holds', 'openings', 'tuition', 'registration', 'products', 'discounts', 'adjustments', 'rounding', 'overShort', 'paidIn', 'paidOut', 'betweenDrawers', 'settlements', 'exchange'))
);
--> statement-breakpoint
CREATE TABLE "branch_settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_branch_id" uuid NOT NULL,
	"to_branch_id" uuid NOT NULL,
	"amount_lak" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"confirmed_by_id" uuid,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "branch_settlements_amount_lak_range" CHECK ("branch_settlements"."amount_lak" between 0 and 9007199254740991),
	CONSTRAINT "branch_settlements_amount" CHECK ("branch_settlements"."amount_lak" > 0 and "branch_settlements"."from_branch_id" <> "branch_settlements"."to_branch_id"),
	CONSTRAINT "branch_settlements_confirmed" CHECK (("branch_settlements"."confirmed_by_id" is null) = ("branch_settlements"."confirmed_at" is null) and ("branch_settlements"."confirmed_by_id" is null or "branch_settlements"."confirmed_by_id" <> "branch_settlements"."by_id"))
);
--> statement-breakpoint
ALTER TABLE "branch_settlements" ADD CONSTRAINT "branch_settlements_from_branch_id_branches_id_fk" FOREIGN KEY ("from_branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_settlements" ADD CONSTRAINT "branch_settlements_to_branch_id_branches_id_fk" FOREIGN KEY ("to_branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_settlements" ADD CONSTRAINT "branch_settlements_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_settlements" ADD CONSTRAINT "branch_settlements_confirmed_by_id_users_id_fk" FOREIGN KEY ("confirmed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "branch_settlements_from" ON "branch_settlements" USING btree ("from_branch_id","at");--> statement-breakpoint
CREATE INDEX "branch_settlements_to" ON "branch_settlements" USING btree ("to_branch_id","at");--> statement-breakpoint
SELECT append_only('branch_settlements', 'confirmed_by_id', 'confirmed_at');
