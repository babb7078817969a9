CREATE TABLE "account_devices" (
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"first_sign_in_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "account_devices_user_id_device_id_pk" PRIMARY KEY("user_id","device_id")
);

ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_known";
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "device_kind" text DEFAULT 'unknown' NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "device_name" text DEFAULT '' NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "address" text DEFAULT '' NOT NULL;
ALTER TABLE "account_devices" ADD CONSTRAINT "account_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_known" CHECK ("alerts"."kind" in ('firstRate', 'rateOutsideBand', 'paidOutAboveLimit', 'offlineCash', 'drawerTooLittle', 'clockWrong', 'accountRescued', 'newDevice'));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_device_kind_known" CHECK ("sessions"."device_kind" in ('tablet', 'phone', 'computer', 'unknown'));
--> statement-breakpoint
-- The devices of today's sessions are known already.
INSERT INTO account_devices (user_id, device_id, first_sign_in_at)
SELECT user_id, device_id, min(created_at) FROM sessions WHERE device_id IS NOT NULL GROUP BY 1, 2;
