CREATE TABLE "transfer_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"to_enrolment_id" uuid NOT NULL,
	"from_branch_id" uuid NOT NULL,
	"to_branch_id" uuid NOT NULL,
	"effective_date" date NOT NULL,
	"reason_code" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"keep_discounts" boolean NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"difference_lak" bigint NOT NULL,
	"waives" boolean DEFAULT false NOT NULL,
	"waive_reason" text DEFAULT '' NOT NULL,
	"waived_by_id" uuid,
	"override_reason" text DEFAULT '' NOT NULL,
	"hold_until" timestamp (3) with time zone NOT NULL,
	"asked_by_id" uuid,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"from_approved_by_id" uuid,
	"from_approved_at" timestamp (3) with time zone,
	"to_approved_by_id" uuid,
	"to_approved_at" timestamp (3) with time zone,
	"ended_by_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text DEFAULT '' NOT NULL,
	"order_id" uuid,
	"sums" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfer_requests_to_enrolment_id_unique" UNIQUE("to_enrolment_id"),
	CONSTRAINT "transfer_requests_status_known" CHECK ("transfer_requests"."status" in ('open', 'done', 'refused', 'cancelled', 'expired')),
	CONSTRAINT "transfer_requests_reason_code_known" CHECK ("transfer_requests"."reason_code" in ('schedule', 'level', 'teacher', 'branch', 'price', 'other')),
	CONSTRAINT "transfer_requests_difference_lak_range" CHECK (abs("transfer_requests"."difference_lak") <= 9007199254740991),
	CONSTRAINT "transfer_requests_ended" CHECK (("transfer_requests"."status" = 'open') = ("transfer_requests"."ended_at" is null)),
	CONSTRAINT "transfer_requests_done" CHECK (("transfer_requests"."status" = 'done') = ("transfer_requests"."order_id" is not null)),
	CONSTRAINT "transfer_requests_agreed" CHECK ("transfer_requests"."status" <> 'done' or ("transfer_requests"."from_approved_at" is not null and "transfer_requests"."to_approved_at" is not null)),
	CONSTRAINT "transfer_requests_waived" CHECK (not "transfer_requests"."waives" or "transfer_requests"."waive_reason" <> ''),
	CONSTRAINT "transfer_requests_places" CHECK ("transfer_requests"."enrolment_id" <> "transfer_requests"."to_enrolment_id")
);
--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_to_enrolment_id_enrolments_id_fk" FOREIGN KEY ("to_enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_from_branch_id_branches_id_fk" FOREIGN KEY ("from_branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_to_branch_id_branches_id_fk" FOREIGN KEY ("to_branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_waived_by_id_users_id_fk" FOREIGN KEY ("waived_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_from_approved_by_id_users_id_fk" FOREIGN KEY ("from_approved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_to_approved_by_id_users_id_fk" FOREIGN KEY ("to_approved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_ended_by_id_users_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_requests_once" ON "transfer_requests" USING btree ("enrolment_id") WHERE "transfer_requests"."status" = 'open';--> statement-breakpoint
CREATE INDEX "transfer_requests_enrolment" ON "transfer_requests" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "transfer_requests_from" ON "transfer_requests" USING btree ("from_branch_id","asked_at");--> statement-breakpoint
CREATE INDEX "transfer_requests_to" ON "transfer_requests" USING btree ("to_branch_id","asked_at");--> statement-breakpoint
CREATE INDEX "transfer_requests_hold" ON "transfer_requests" USING btree ("hold_until") WHERE "transfer_requests"."status" = 'open';