CREATE INDEX "orders_number_start" ON "orders" USING btree ("number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_serial" ON "orders" USING btree (right("number", 6));--> statement-breakpoint
CREATE INDEX "payments_history" ON "payments" USING btree ("branch_id",coalesce("decided_at", "at"),coalesce("receipt_id", "id"));--> statement-breakpoint
CREATE INDEX "payments_history_of_all" ON "payments" USING btree (coalesce("decided_at", "at"),coalesce("receipt_id", "id"));--> statement-breakpoint
CREATE INDEX "payments_recorded_by" ON "payments" USING btree ("recorded_by_id","at");--> statement-breakpoint
CREATE INDEX "payments_sum" ON "payments" USING btree ("amount_lak");--> statement-breakpoint
CREATE INDEX "payments_by_reference" ON "payments" USING btree ("reference" text_pattern_ops) WHERE "payments"."reference" <> '';--> statement-breakpoint
CREATE INDEX "receipts_number_start" ON "receipts" USING btree ("number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "receipts_serial" ON "receipts" USING btree (right("number", 6));