ALTER TABLE "bank_accounts" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Accounts that were entered since they became rows.
INSERT INTO "bank_accounts" ("id", "branch_id", "bank", "currency", "account_name", "account_no", "qr_file_id")
SELECT gen_random_uuid(), branch."id", account ->> 'bank', account ->> 'currency', account ->> 'accountName', account ->> 'accountNo', (account ->> 'qrFileId')::uuid
FROM "branches" branch CROSS JOIN LATERAL jsonb_array_elements(branch."bank_accounts") account
WHERE NOT EXISTS (SELECT FROM "bank_accounts" there WHERE there."branch_id" = branch."id" AND there."bank" = account ->> 'bank' AND there."account_no" = account ->> 'accountNo');--> statement-breakpoint
UPDATE "bank_accounts" SET "is_default" = true
WHERE "id" IN (SELECT DISTINCT ON ("branch_id") "id" FROM "bank_accounts" WHERE "currency" = 'LAK' AND "active" ORDER BY "branch_id", "id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_default" ON "bank_accounts" USING btree ("branch_id") WHERE "bank_accounts"."is_default";--> statement-breakpoint
ALTER TABLE "branches" DROP COLUMN "bank_accounts";
