-- Whoever is asked for a second factor already keeps their days when the centre asks everybody.
ALTER TABLE "school_info" ADD COLUMN "second_factor_all_since" timestamp (3) with time zone;
