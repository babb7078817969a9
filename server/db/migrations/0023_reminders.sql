CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"payer_parent_id" uuid,
	"payer_student_id" uuid,
	"order_id" uuid,
	"way" text NOT NULL,
	"owed_lak" bigint NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reminders_way_known" CHECK ("reminders"."way" in ('copied', 'whatsApp', 'called')),
	CONSTRAINT "reminders_owed_lak_range" CHECK ("reminders"."owed_lak" between 0 and 9007199254740991),
	CONSTRAINT "reminders_one_payer" CHECK (num_nonnulls("reminders"."payer_parent_id", "reminders"."payer_student_id", "reminders"."order_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_payer_parent_id_parents_id_fk" FOREIGN KEY ("payer_parent_id") REFERENCES "public"."parents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_payer_student_id_students_id_fk" FOREIGN KEY ("payer_student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_parent" ON "reminders" USING btree ("payer_parent_id");--> statement-breakpoint
CREATE INDEX "reminders_student" ON "reminders" USING btree ("payer_student_id");--> statement-breakpoint
CREATE INDEX "reminders_order" ON "reminders" USING btree ("order_id");--> statement-breakpoint
SELECT append_only('reminders');
