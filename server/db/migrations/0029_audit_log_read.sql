DROP INDEX "audit_log_record_branch";--> statement-breakpoint
DROP INDEX "audit_log_at";--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_of_branch" ON "audit_log" USING btree (coalesce("record_branch_id", "branch_id"),"at","id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");