ALTER TABLE "payments" ADD COLUMN "mends_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_mends_id_payments_id_fk" FOREIGN KEY ("mends_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_mended_once" UNIQUE("mends_id");