ALTER TABLE "backups" DROP CONSTRAINT "backups_kind_known";
ALTER TABLE "users" ADD COLUMN "seen_news" text DEFAULT '' NOT NULL;
ALTER TABLE "backups" ADD CONSTRAINT "backups_kind_known" CHECK ("backups"."kind" in ('night', 'asked', 'command', 'update'));