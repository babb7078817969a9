ALTER TABLE "users" ADD COLUMN "temporary_until" timestamp (3) with time zone;
ALTER TABLE "users" ADD COLUMN "temporary_used_at" timestamp (3) with time zone;
--> statement-breakpoint
-- Temporary passwords that were given before end like those given today.
UPDATE users SET temporary_until = now() + interval '72 hours' WHERE must_change_password;
