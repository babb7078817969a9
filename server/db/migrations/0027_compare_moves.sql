ALTER TABLE "moves" ADD COLUMN "signed_at" timestamp (3) with time zone;
ALTER TABLE "moves" ADD COLUMN "signed_by_id" uuid;
ALTER TABLE "moves" ADD COLUMN "signed_code" text;
ALTER TABLE "moves" ADD CONSTRAINT "moves_signed_by_id_users_id_fk" FOREIGN KEY ("signed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
