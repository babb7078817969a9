DROP INDEX "students_branch";--> statement-breakpoint
CREATE INDEX "parents_branch_first_name" ON "parents" USING btree ("branch_id","archived",lower("first_name"),"id");--> statement-breakpoint
CREATE INDEX "parents_first_name" ON "parents" USING btree (lower("first_name"),"id");--> statement-breakpoint
CREATE INDEX "parents_last_name" ON "parents" USING btree (lower("last_name"),"id");--> statement-breakpoint
CREATE INDEX "parents_created" ON "parents" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "students_branch_first_name" ON "students" USING btree ("home_branch_id","archived",lower("first_name"),"id");--> statement-breakpoint
CREATE INDEX "students_first_name" ON "students" USING btree (lower("first_name"),"id");--> statement-breakpoint
CREATE INDEX "students_last_name" ON "students" USING btree (lower("last_name"),"id");--> statement-breakpoint
CREATE INDEX "students_code" ON "students" USING btree (lower("student_code"),"id");--> statement-breakpoint
CREATE INDEX "students_birthday" ON "students" USING btree ("date_of_birth","id");--> statement-breakpoint
CREATE INDEX "students_created" ON "students" USING btree ("created_at","id");