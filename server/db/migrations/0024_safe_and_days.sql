CREATE TABLE "safe_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"counted" bigint,
	"drawer_movement_id" uuid,
	"bank_account_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"received_by" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "safe_movements_drawer" UNIQUE("drawer_movement_id"),
	CONSTRAINT "safe_movements_kind_known" CHECK ("safe_movements"."kind" in ('fromDrawer', 'toDrawer', 'toBank', 'counted')),
	CONSTRAINT "safe_movements_currency_known" CHECK ("safe_movements"."currency" in ('LAK', 'THB', 'USD')),
	CONSTRAINT "safe_movements_amount_range" CHECK (abs("safe_movements"."amount") <= 9007199254740991),
	CONSTRAINT "safe_movements_drawer_side" CHECK (("safe_movements"."kind" in ('fromDrawer', 'toDrawer')) = ("safe_movements"."drawer_movement_id" is not null)),
	CONSTRAINT "safe_movements_bank_side" CHECK (("safe_movements"."kind" = 'toBank') = ("safe_movements"."bank_account_id" is not null)),
	CONSTRAINT "safe_movements_counted" CHECK (("safe_movements"."kind" = 'counted') = ("safe_movements"."counted" is not null) and ("safe_movements"."kind" <> 'counted' or "safe_movements"."counted" >= 0)),
	CONSTRAINT "safe_movements_amount" CHECK (case "safe_movements"."kind" when 'fromDrawer' then "safe_movements"."amount" > 0 when 'counted' then "safe_movements"."amount" = 0 or "safe_movements"."reason" <> '' else "safe_movements"."amount" < 0 end)
);
--> statement-breakpoint
ALTER TABLE "safe_movements" ADD CONSTRAINT "safe_movements_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safe_movements" ADD CONSTRAINT "safe_movements_drawer_movement_id_drawer_movements_id_fk" FOREIGN KEY ("drawer_movement_id") REFERENCES "public"."drawer_movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safe_movements" ADD CONSTRAINT "safe_movements_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safe_movements" ADD CONSTRAINT "safe_movements_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "safe_movements_branch" ON "safe_movements" USING btree ("branch_id","at","id");--> statement-breakpoint
CREATE INDEX "order_lines_at" ON "order_lines" USING btree ("at");--> statement-breakpoint
CREATE INDEX "orders_confirmed_day" ON "orders" USING btree ("branch_id","confirmed_day");--> statement-breakpoint
INSERT INTO safe_movements (id, branch_id, kind, currency, amount, drawer_movement_id, reason, received_by, by_id, at)
SELECT gen_random_uuid(), s.branch_id, 'fromDrawer', m.currency, -m.amount, m.id, m.reason, m.received_by, m.by_id, m.at
FROM drawer_movements m JOIN shifts s ON s.id = m.shift_id WHERE m.paid_out_kind = 'safe';--> statement-breakpoint
SELECT append_only('safe_movements');
