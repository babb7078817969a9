CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_purpose_known" CHECK ("passkey_challenges"."purpose" in ('add', 'prove', 'signIn'))
);

CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential" UNIQUE("credential_id")
);

ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_second_factors_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."second_factors"("user_id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "passkey_challenges_end" ON "passkey_challenges" USING btree ("expires_at");
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");