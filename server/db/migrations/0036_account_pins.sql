CREATE TABLE "account_pins" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"pin_hash" text NOT NULL,
	"wrong_pins" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE "account_devices" ADD COLUMN "whole_at" timestamp (3) with time zone;
ALTER TABLE "account_devices" ADD COLUMN "factor_at" timestamp (3) with time zone;
ALTER TABLE "branches" ADD COLUMN "pin_take_over" boolean DEFAULT false NOT NULL;
ALTER TABLE "account_pins" ADD CONSTRAINT "account_pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;