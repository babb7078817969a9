CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);

CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_known";
ALTER TABLE "school_info" ADD COLUMN "second_factor_for" text DEFAULT 'nobody' NOT NULL;
ALTER TABLE "school_info" ADD COLUMN "second_factor_since" timestamp (3) with time zone;
ALTER TABLE "sessions" ADD COLUMN "missing_half" text;
ALTER TABLE "sessions" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_known" CHECK ("alerts"."kind" in ('firstRate', 'rateOutsideBand', 'paidOutAboveLimit', 'offlineCash', 'drawerTooLittle', 'clockWrong', 'accountRescued', 'newDevice', 'secondFactorRemoved'));
ALTER TABLE "school_info" ADD CONSTRAINT "school_info_second_factor_for_known" CHECK ("school_info"."second_factor_for" in ('nobody', 'money', 'everybody'));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_missing_half_known" CHECK ("sessions"."missing_half" in ('code', 'setUp'));