CREATE TABLE "continuing_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL,
	"branch_id" uuid NOT NULL,
	"payer_parent_id" uuid,
	"payer_student_id" uuid,
	"way" text NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "continuing_letters_way_known" CHECK ("continuing_letters"."way" in ('printed', 'copied')),
	CONSTRAINT "continuing_letters_one_payer" CHECK (num_nonnulls("continuing_letters"."payer_parent_id", "continuing_letters"."payer_student_id") = 1)
);

CREATE TABLE "continuing_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"answer" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"later_on" date,
	"undoes_id" uuid,
	"by_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "continuing_replies_answer_known" CHECK ("continuing_replies"."answer" in ('yes', 'no', 'later', 'undo')),
	CONSTRAINT "continuing_replies_later" CHECK (("continuing_replies"."answer" = 'later') = ("continuing_replies"."later_on" is not null)),
	CONSTRAINT "continuing_replies_undo" CHECK (("continuing_replies"."answer" = 'undo') = ("continuing_replies"."undoes_id" is not null)),
	CONSTRAINT "continuing_replies_reason" CHECK ("continuing_replies"."answer" <> 'no' or "continuing_replies"."reason" <> '')
);

ALTER TABLE "continuing_letters" ADD CONSTRAINT "continuing_letters_term_id_academic_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."academic_terms"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "continuing_letters" ADD CONSTRAINT "continuing_letters_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "continuing_letters" ADD CONSTRAINT "continuing_letters_payer_parent_id_parents_id_fk" FOREIGN KEY ("payer_parent_id") REFERENCES "public"."parents"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "continuing_letters" ADD CONSTRAINT "continuing_letters_payer_student_id_students_id_fk" FOREIGN KEY ("payer_student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "continuing_letters" ADD CONSTRAINT "continuing_letters_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "continuing_replies" ADD CONSTRAINT "continuing_replies_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "continuing_replies" ADD CONSTRAINT "continuing_replies_undoes_id_continuing_replies_id_fk" FOREIGN KEY ("undoes_id") REFERENCES "public"."continuing_replies"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "continuing_replies" ADD CONSTRAINT "continuing_replies_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "continuing_letters_term" ON "continuing_letters" USING btree ("term_id","branch_id");
CREATE INDEX "continuing_letters_parent" ON "continuing_letters" USING btree ("payer_parent_id");
CREATE INDEX "continuing_letters_student" ON "continuing_letters" USING btree ("payer_student_id");
CREATE INDEX "continuing_replies_enrolment" ON "continuing_replies" USING btree ("enrolment_id","at");
CREATE INDEX "continuing_replies_undoes" ON "continuing_replies" USING btree ("undoes_id");
SELECT append_only('continuing_replies');
SELECT append_only('continuing_letters');
