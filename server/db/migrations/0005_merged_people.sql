ALTER TABLE "parents" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "parents" ADD CONSTRAINT "parents_merged_into_id_parents_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."parents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_merged_into_id_students_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;