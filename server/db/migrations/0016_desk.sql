CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" uuid,
	"refund_id" uuid,
	"amount_lak" bigint NOT NULL,
	"as_credit" boolean DEFAULT false NOT NULL,
	"reverses_id" uuid,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "allocations_reversed_once" UNIQUE("reverses_id"),
	CONSTRAINT "allocations_amount_lak_range" CHECK (abs("allocations"."amount_lak") <= 9007199254740991),
	CONSTRAINT "allocations_one_use" CHECK (num_nonnulls("allocations"."order_id", "allocations"."refund_id") = 1),
	CONSTRAINT "allocations_amount" CHECK ("allocations"."amount_lak" <> 0 and ("allocations"."amount_lak" < 0) = ("allocations"."reverses_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"branch_id" uuid NOT NULL,
	"content" text NOT NULL,
	"token_hash" text NOT NULL,
	"approved_by_id" uuid NOT NULL,
	"for_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "approvals_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "approvals_two_people" CHECK ("approvals"."approved_by_id" <> "approvals"."for_id")
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"bank" text NOT NULL,
	"currency" text NOT NULL,
	"account_name" text NOT NULL,
	"account_no" text NOT NULL,
	"qr_file_id" uuid,
	"qr_text" text DEFAULT '' NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"order_no_in_qr" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "bank_accounts_currency_known" CHECK ("bank_accounts"."currency" in ('LAK', 'THB', 'USD'))
);
--> statement-breakpoint
CREATE TABLE "books" (
	"branch_id" uuid PRIMARY KEY NOT NULL,
	"chain_length" integer DEFAULT 0 NOT NULL,
	"chain_head" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"shift_id" uuid,
	"day" date NOT NULL,
	"act" text NOT NULL,
	"content" jsonb,
	"reason" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closings_reason" CHECK ("closings"."act" <> 'reopened' or "closings"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "days" (
	"branch_id" uuid NOT NULL,
	"day" date NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"totals" jsonb,
	CONSTRAINT "days_branch_id_day_pk" PRIMARY KEY("branch_id","day")
);
--> statement-breakpoint
CREATE TABLE "discount_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name_en" text NOT NULL,
	"name_lo" text NOT NULL,
	"kind" text NOT NULL,
	"applies_to" text NOT NULL,
	"percent" integer,
	"amount_lak" bigint,
	"until" date,
	"adds_up" boolean NOT NULL,
	"active" boolean NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_rules_kind_known" CHECK ("discount_rules"."kind" in ('secondChild', 'thirdChild', 'returning', 'early', 'staffChild', 'chosen')),
	CONSTRAINT "discount_rules_applies_to_known" CHECK ("discount_rules"."applies_to" in ('tuition', 'products')),
	CONSTRAINT "discount_rules_one_value" CHECK (num_nonnulls("discount_rules"."percent", "discount_rules"."amount_lak") = 1),
	CONSTRAINT "discount_rules_percent" CHECK ("discount_rules"."percent" between 1 and 100),
	CONSTRAINT "discount_rules_until" CHECK ("discount_rules"."kind" <> 'early' or "discount_rules"."until" is not null),
	CONSTRAINT "discount_rules_amount_lak_range" CHECK ("discount_rules"."amount_lak" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "drawer_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shift_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid,
	"paid_out_kind" text,
	"reason" text DEFAULT '' NOT NULL,
	"received_by" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drawer_movements_kind_known" CHECK ("drawer_movements"."kind" in ('float', 'tender', 'change', 'refund', 'tenderReversed', 'changeReversed', 'paidIn', 'paidOut')),
	CONSTRAINT "drawer_movements_currency_known" CHECK ("drawer_movements"."currency" in ('LAK', 'THB', 'USD')),
	CONSTRAINT "drawer_movements_amount_range" CHECK (abs("drawer_movements"."amount") <= 9007199254740991),
	CONSTRAINT "drawer_movements_amount" CHECK ("drawer_movements"."amount" <> 0),
	CONSTRAINT "drawer_movements_paid_out" CHECK (("drawer_movements"."kind" = 'paidOut') = ("drawer_movements"."paid_out_kind" is not null))
);
--> statement-breakpoint
CREATE TABLE "drawers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "drawers_name" UNIQUE("branch_id","name")
);
--> statement-breakpoint
CREATE TABLE "enrolment_states" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"status" text NOT NULL,
	"hold_until" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instalments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"due_on" date NOT NULL,
	"amount_lak" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "instalments_amount_lak_range" CHECK ("instalments"."amount_lak" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "number_gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"branch_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"reason" text NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"of_line_id" uuid,
	"student_id" uuid,
	"enrolment_id" uuid,
	"fee_id" uuid,
	"product_id" uuid,
	"name_en" text NOT NULL,
	"name_lo" text NOT NULL,
	"quantity" integer DEFAULT 0 NOT NULL,
	"sessions" integer DEFAULT 0 NOT NULL,
	"unit_price" bigint DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'LAK' NOT NULL,
	"rate" numeric(15, 6) DEFAULT '1' NOT NULL,
	"rate_id" uuid,
	"amount_lak" bigint NOT NULL,
	"minimum_lak" bigint DEFAULT 0 NOT NULL,
	"covers_from" date,
	"covers_to" date,
	"rule_id" uuid,
	"percent" integer,
	"reason" text DEFAULT '' NOT NULL,
	"approved_by_id" uuid,
	"receipt_id" uuid,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_lines_position" UNIQUE("order_id","position"),
	CONSTRAINT "order_lines_kind_known" CHECK ("order_lines"."kind" in ('tuition', 'registration', 'product', 'discount', 'adjustment', 'rounding', 'opening')),
	CONSTRAINT "order_lines_currency_known" CHECK ("order_lines"."currency" in ('LAK', 'THB', 'USD')),
	CONSTRAINT "order_lines_unit_price_range" CHECK ("order_lines"."unit_price" between 0 and 9007199254740991),
	CONSTRAINT "order_lines_minimum_lak_range" CHECK ("order_lines"."minimum_lak" between 0 and 9007199254740991),
	CONSTRAINT "order_lines_amount_lak_range" CHECK (abs("order_lines"."amount_lak") <= 9007199254740991),
	CONSTRAINT "order_lines_correction" CHECK ("order_lines"."of_line_id" is null or "order_lines"."kind" in ('rounding', 'discount') or ("order_lines"."quantity" <= 0 and "order_lines"."sessions" <= 0 and "order_lines"."amount_lak" <= 0 and "order_lines"."reason" <> '')),
	CONSTRAINT "order_lines_charge" CHECK ("order_lines"."of_line_id" is not null or "order_lines"."kind" in ('adjustment', 'rounding') or ("order_lines"."amount_lak" >= 0 and "order_lines"."quantity" > 0)),
	CONSTRAINT "order_lines_discount" CHECK ("order_lines"."kind" <> 'discount' or "order_lines"."of_line_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"branch_id" uuid NOT NULL,
	"client_ref" uuid NOT NULL,
	"source" text DEFAULT 'desk' NOT NULL,
	"payer_parent_id" uuid,
	"payer_student_id" uuid,
	"walk_in_name" text DEFAULT '' NOT NULL,
	"walk_in_phone" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"hold_until" timestamp (3) with time zone,
	"hold_on_purpose" boolean DEFAULT false NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_day" date,
	"lapsed_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"voided_by_id" uuid,
	"void_reason" text,
	"total_lak" bigint NOT NULL,
	"paid_lak" bigint DEFAULT 0 NOT NULL,
	"pending_lak" bigint DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_client_ref_unique" UNIQUE("client_ref"),
	CONSTRAINT "orders_state_known" CHECK ("orders"."state" in ('held', 'confirmed', 'lapsed', 'void')),
	CONSTRAINT "orders_source_known" CHECK ("orders"."source" in ('desk', 'transfer', 'opening')),
	CONSTRAINT "orders_total_lak_range" CHECK ("orders"."total_lak" between 0 and 9007199254740991),
	CONSTRAINT "orders_paid_lak_range" CHECK ("orders"."paid_lak" between 0 and 9007199254740991),
	CONSTRAINT "orders_pending_lak_range" CHECK ("orders"."pending_lak" between 0 and 9007199254740991),
	CONSTRAINT "orders_not_over_paid" CHECK ("orders"."paid_lak" + "orders"."pending_lak" <= "orders"."total_lak"),
	CONSTRAINT "orders_one_payer" CHECK (num_nonnulls("orders"."payer_parent_id", "orders"."payer_student_id", nullif("orders"."walk_in_name", '')) = 1),
	CONSTRAINT "orders_held" CHECK ("orders"."state" <> 'held' or ("orders"."hold_until" is not null and "orders"."confirmed_at" is null and "orders"."walk_in_name" = '')),
	CONSTRAINT "orders_confirmed" CHECK ("orders"."state" <> 'confirmed' or "orders"."confirmed_at" is not null),
	CONSTRAINT "orders_confirmed_day" CHECK (("orders"."confirmed_at" is null) = ("orders"."confirmed_day" is null)),
	CONSTRAINT "orders_lapsed" CHECK (("orders"."state" = 'lapsed') = ("orders"."lapsed_at" is not null)),
	CONSTRAINT "orders_void" CHECK (("orders"."state" = 'void') = ("orders"."voided_at" is not null and "orders"."void_reason" <> '')),
	CONSTRAINT "orders_ended_total" CHECK ("orders"."state" not in ('lapsed', 'void') or "orders"."total_lak" = 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"payer_parent_id" uuid,
	"payer_student_id" uuid,
	"method" text NOT NULL,
	"currency" text NOT NULL,
	"tendered" bigint NOT NULL,
	"rate" numeric(15, 6) DEFAULT '1' NOT NULL,
	"rate_id" uuid,
	"amount_lak" bigint NOT NULL,
	"free_lak" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"bank_account_id" uuid,
	"reference" text DEFAULT '' NOT NULL,
	"slip_file_id" uuid,
	"receipt_id" uuid,
	"shift_id" uuid,
	"recorded_by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"confirmed_day" date,
	"voided_by_id" uuid,
	"voided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "payments_method_known" CHECK ("payments"."method" in ('cash', 'qr', 'transfer', 'opening')),
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('pending', 'confirmed', 'rejected', 'void')),
	CONSTRAINT "payments_currency_known" CHECK ("payments"."currency" in ('LAK', 'THB', 'USD')),
	CONSTRAINT "payments_tendered_range" CHECK (abs("payments"."tendered") <= 9007199254740991),
	CONSTRAINT "payments_amount_lak_range" CHECK (abs("payments"."amount_lak") <= 9007199254740991),
	CONSTRAINT "payments_free_lak_range" CHECK ("payments"."free_lak" between 0 and 9007199254740991),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_lak" <> 0 and sign("payments"."tendered") = sign("payments"."amount_lak")),
	CONSTRAINT "payments_shift_of_cash" CHECK (("payments"."method" = 'cash') = ("payments"."shift_id" is not null)),
	CONSTRAINT "payments_second_person" CHECK ("payments"."method" not in ('qr', 'transfer') or "payments"."amount_lak" < 0 or "payments"."decided_by_id" <> "payments"."recorded_by_id"),
	CONSTRAINT "payments_void" CHECK (("payments"."state" = 'void') = ("payments"."voided_at" is not null)),
	CONSTRAINT "payments_receipt_of_confirmed" CHECK ("payments"."method" = 'opening' or "payments"."state" = 'void' or ("payments"."state" = 'confirmed') = ("payments"."receipt_id" is not null)),
	CONSTRAINT "payments_confirmed_day" CHECK ("payments"."state" <> 'confirmed' or "payments"."confirmed_day" is not null)
);
--> statement-breakpoint
CREATE TABLE "prints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"paper" text NOT NULL,
	"of_id" uuid NOT NULL,
	"copy" integer NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prints_copy" UNIQUE("paper","of_id","copy")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"branch_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"chain_no" integer NOT NULL,
	"content" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"amount_lak" bigint NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "receipts_number_unique" UNIQUE("number"),
	CONSTRAINT "receipts_chain" UNIQUE("branch_id","chain_no"),
	CONSTRAINT "receipts_kind_known" CHECK ("receipts"."kind" in ('received', 'refund', 'void')),
	CONSTRAINT "receipts_amount_lak_range" CHECK (abs("receipts"."amount_lak") <= 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_lak" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision" text DEFAULT '' NOT NULL,
	CONSTRAINT "refund_requests_amount_lak_range" CHECK ("refund_requests"."amount_lak" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"drawer_id" uuid NOT NULL,
	"branch_id" uuid NOT NULL,
	"day" date NOT NULL,
	"opened_by_id" uuid,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_by_id" uuid,
	"closed_at" timestamp (3) with time zone,
	"counts" jsonb,
	"to_be_accepted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "minimum_rule" text DEFAULT 'whole' NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "discount_limit_percent" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "difference_limit_lak" bigint DEFAULT 30000 NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "due_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "paper" text DEFAULT 'a5' NOT NULL;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "direct_moves" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "line_id" uuid;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_refund_id_payments_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_reverses_id_allocations_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."allocations"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_approved_by_id_users_id_fk" FOREIGN KEY ("approved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_for_id_users_id_fk" FOREIGN KEY ("for_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_qr_file_id_files_id_fk" FOREIGN KEY ("qr_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "days" ADD CONSTRAINT "days_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawer_movements" ADD CONSTRAINT "drawer_movements_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawer_movements" ADD CONSTRAINT "drawer_movements_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "drawer_movements" ADD CONSTRAINT "drawer_movements_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawers" ADD CONSTRAINT "drawers_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_states" ADD CONSTRAINT "enrolment_states_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_states" ADD CONSTRAINT "enrolment_states_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_gaps" ADD CONSTRAINT "number_gaps_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_gaps" ADD CONSTRAINT "number_gaps_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_of_line_id_order_lines_id_fk" FOREIGN KEY ("of_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_fee_id_course_fees_id_fk" FOREIGN KEY ("fee_id") REFERENCES "public"."course_fees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_rate_id_exchange_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."exchange_rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_rule_id_discount_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."discount_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_approved_by_id_users_id_fk" FOREIGN KEY ("approved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payer_parent_id_parents_id_fk" FOREIGN KEY ("payer_parent_id") REFERENCES "public"."parents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payer_student_id_students_id_fk" FOREIGN KEY ("payer_student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_voided_by_id_users_id_fk" FOREIGN KEY ("voided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_parent_id_parents_id_fk" FOREIGN KEY ("payer_parent_id") REFERENCES "public"."parents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payer_student_id_students_id_fk" FOREIGN KEY ("payer_student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_rate_id_exchange_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."exchange_rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_slip_file_id_files_id_fk" FOREIGN KEY ("slip_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_recorded_by_id_users_id_fk" FOREIGN KEY ("recorded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_voided_by_id_users_id_fk" FOREIGN KEY ("voided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prints" ADD CONSTRAINT "prints_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_drawer_id_drawers_id_fk" FOREIGN KEY ("drawer_id") REFERENCES "public"."drawers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "allocations_payment" ON "allocations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "allocations_order" ON "allocations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "allocations_refund" ON "allocations" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "bank_accounts_branch" ON "bank_accounts" USING btree ("branch_id");--> statement-breakpoint
CREATE INDEX "closings_shift" ON "closings" USING btree ("shift_id");--> statement-breakpoint
CREATE INDEX "drawer_movements_shift" ON "drawer_movements" USING btree ("shift_id");--> statement-breakpoint
CREATE INDEX "drawer_movements_payment" ON "drawer_movements" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "enrolment_states_enrolment" ON "enrolment_states" USING btree ("enrolment_id","at");--> statement-breakpoint
CREATE INDEX "instalments_order" ON "instalments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "instalments_open" ON "instalments" USING btree ("order_id","due_on") WHERE "instalments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "order_lines_of_line" ON "order_lines" USING btree ("of_line_id");--> statement-breakpoint
CREATE INDEX "order_lines_enrolment" ON "order_lines" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "order_lines_student" ON "order_lines" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "order_lines_product" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_lines_fee" ON "order_lines" USING btree ("fee_id");--> statement-breakpoint
CREATE INDEX "orders_branch" ON "orders" USING btree ("branch_id","at","id");--> statement-breakpoint
CREATE INDEX "orders_payer_parent" ON "orders" USING btree ("payer_parent_id");--> statement-breakpoint
CREATE INDEX "orders_payer_student" ON "orders" USING btree ("payer_student_id");--> statement-breakpoint
CREATE INDEX "orders_owed" ON "orders" USING btree ("branch_id") WHERE "orders"."state" = 'confirmed' and "orders"."total_lak" > "orders"."paid_lak" + "orders"."pending_lak";--> statement-breakpoint
CREATE INDEX "orders_hold" ON "orders" USING btree ("hold_until") WHERE "orders"."state" = 'held';--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payments_branch" ON "payments" USING btree ("branch_id","at","id");--> statement-breakpoint
CREATE INDEX "payments_day" ON "payments" USING btree ("branch_id","confirmed_day");--> statement-breakpoint
CREATE INDEX "payments_payer_parent" ON "payments" USING btree ("payer_parent_id");--> statement-breakpoint
CREATE INDEX "payments_payer_student" ON "payments" USING btree ("payer_student_id");--> statement-breakpoint
CREATE INDEX "payments_receipt" ON "payments" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "payments_shift" ON "payments" USING btree ("shift_id");--> statement-breakpoint
CREATE INDEX "payments_pending" ON "payments" USING btree ("branch_id","at") WHERE "payments"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("bank_account_id","reference") WHERE "payments"."state" in ('pending', 'confirmed') and "payments"."amount_lak" > 0 and "payments"."reference" <> '';--> statement-breakpoint
CREATE INDEX "receipts_day" ON "receipts" USING btree ("branch_id","day");--> statement-breakpoint
CREATE INDEX "refund_requests_order" ON "refund_requests" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_open" ON "shifts" USING btree ("drawer_id") WHERE "shifts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "shifts_day" ON "shifts" USING btree ("branch_id","day");--> statement-breakpoint
CREATE INDEX "stock_movements_line" ON "stock_movements" USING btree ("line_id");--> statement-breakpoint
-- An allowed column with a plus before it goes from null to a value once, and never back.
CREATE OR REPLACE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
  allowed text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    FOREACH allowed IN ARRAY coalesce(TG_ARGV, '{}') LOOP
      IF left(allowed, 1) <> '+' OR before ->> substr(allowed, 2) IS NULL THEN
        before := before - ltrim(allowed, '+');
        after := after - ltrim(allowed, '+');
      END IF;
    END LOOP;
    IF after = before THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'Rows of % are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
-- Each step of a state happens once and leads forward.
CREATE FUNCTION "refuse_step"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state || '>' || NEW.state = ANY (TG_ARGV) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A row of % cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "forward_only" BEFORE UPDATE OF "state" ON "orders" FOR EACH ROW WHEN (OLD."state" IS DISTINCT FROM NEW."state")
  EXECUTE FUNCTION "refuse_step"('held>confirmed', 'held>lapsed', 'held>void', 'confirmed>lapsed', 'confirmed>void');--> statement-breakpoint
CREATE TRIGGER "forward_only" BEFORE UPDATE OF "state" ON "payments" FOR EACH ROW WHEN (OLD."state" IS DISTINCT FROM NEW."state")
  EXECUTE FUNCTION "refuse_step"('pending>confirmed', 'pending>rejected', 'pending>void', 'confirmed>void');--> statement-breakpoint
SELECT append_only('orders', 'state', 'hold_until', 'total_lak', 'paid_lak', 'pending_lak', '+confirmed_at', '+confirmed_day', '+lapsed_at', '+voided_at', '+voided_by_id', '+void_reason');--> statement-breakpoint
SELECT append_only('order_lines');--> statement-breakpoint
SELECT append_only('payments', 'state', 'free_lak', '+receipt_id', '+confirmed_day', '+decided_by_id', '+decided_at', '+voided_by_id', '+voided_at', '+reason');--> statement-breakpoint
SELECT append_only('allocations');--> statement-breakpoint
SELECT append_only('receipts');--> statement-breakpoint
SELECT append_only('prints');--> statement-breakpoint
SELECT append_only('number_gaps');--> statement-breakpoint
SELECT append_only('instalments', '+ended_at');--> statement-breakpoint
SELECT append_only('drawer_movements');--> statement-breakpoint
SELECT append_only('closings');--> statement-breakpoint
SELECT append_only('enrolment_states');--> statement-breakpoint
-- Every branch has a book and a drawer from the start.
INSERT INTO "books" ("branch_id") SELECT "id" FROM "branches";--> statement-breakpoint
INSERT INTO "drawers" ("id", "branch_id", "name") SELECT gen_random_uuid(), "id", 'Desk 1' FROM "branches";--> statement-breakpoint
-- Bank accounts of branches become rows.
INSERT INTO "bank_accounts" ("id", "branch_id", "bank", "currency", "account_name", "account_no", "qr_file_id")
SELECT gen_random_uuid(), branch."id", account ->> 'bank', account ->> 'currency', account ->> 'accountName', account ->> 'accountNo', (account ->> 'qrFileId')::uuid
FROM "branches" branch CROSS JOIN LATERAL jsonb_array_elements(branch."bank_accounts") account;--> statement-breakpoint
-- What is known of enrolments from before: as they stand now.
INSERT INTO "enrolment_states" ("id", "enrolment_id", "status", "hold_until", "reason", "source", "by_id", "at")
SELECT gen_random_uuid(), "id", "status", "seat_hold_until", "status_reason", 'before', "enrolled_by_id", "updated_at" FROM "enrolments";
