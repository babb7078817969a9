CREATE TABLE "rescue_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);

ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_known";
ALTER TABLE "rescue_codes" ADD CONSTRAINT "rescue_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "rescue_codes_user" ON "rescue_codes" USING btree ("user_id");
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_known" CHECK ("alerts"."kind" in ('firstRate', 'rateOutsideBand', 'paidOutAboveLimit', 'offlineCash', 'drawerTooLittle', 'clockWrong', 'accountRescued'));