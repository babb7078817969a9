ALTER TABLE "school_info" ADD COLUMN "slip_months" integer DEFAULT 24 NOT NULL;
ALTER TABLE "school_info" ADD CONSTRAINT "school_info_slip_months" CHECK ("school_info"."slip_months" between 0 and 120);
UPDATE "school_info" SET "slip_months" = 0;
