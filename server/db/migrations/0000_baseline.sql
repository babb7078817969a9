-- The database of the first release. This file stays as it is: a database that has run it never
-- runs it again, so every later change is a migration of its own. The groups are the layers of
-- server/db/tables.

-- Its index finds a part of a word, which every search box needs.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Tables: log
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT now(),
  actor_id uuid,
  actor_name text NOT NULL,
  role text NOT NULL,
  branch_id uuid,
  record_branch_id uuid,
  ip text NOT NULL,
  device text NOT NULL,
  request_id text NOT NULL,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text NOT NULL,
  before jsonb,
  after jsonb,
  reason text NOT NULL DEFAULT '',
  client_key text
);

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  answer jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_user_id_key_pk PRIMARY KEY (user_id, key)
);

CREATE TABLE number_series (
  kind text NOT NULL,
  branch_id uuid,
  year integer,
  last integer NOT NULL,
  CONSTRAINT number_series_once UNIQUE NULLS NOT DISTINCT (kind, branch_id, year)
);

-- Tables: start
CREATE TABLE setup_codes (
  code_hash text PRIMARY KEY,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Tables: centre
CREATE TABLE announcements (
  id uuid PRIMARY KEY,
  title_lo text NOT NULL,
  body_lo text NOT NULL,
  title_en text NOT NULL,
  body_en text NOT NULL,
  branch_ids uuid[] NOT NULL,
  roles text[] NOT NULL,
  class_ids uuid[] NOT NULL,
  priority text NOT NULL,
  pinned boolean NOT NULL,
  state text NOT NULL,
  from_day date,
  from_time text NOT NULL,
  until_day date,
  until_time text NOT NULL,
  publish_from timestamptz(3) NOT NULL DEFAULT now(),
  publish_to timestamptz(3),
  file_ids uuid[] NOT NULL,
  branch_id uuid,
  author_id uuid,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT announcements_state_known CHECK (state in ('draft', 'published', 'archived')),
  CONSTRAINT announcements_priority_known CHECK (priority in ('normal', 'high', 'urgent')),
  CONSTRAINT announcements_said
    CHECK ((title_lo <> '' and body_lo <> '') or (title_en <> '' and body_en <> '')),
  CONSTRAINT announcements_roles CHECK (cardinality(roles) > 0)
);

CREATE TABLE announcement_reads (
  announcement_id uuid NOT NULL,
  user_id uuid NOT NULL,
  read_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT announcement_reads_announcement_id_user_id_pk PRIMARY KEY (announcement_id, user_id)
);

CREATE TABLE announcement_files (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  type text NOT NULL,
  bytes integer NOT NULL,
  content bytea NOT NULL,
  uploaded_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE branches (
  id uuid PRIMARY KEY,
  branch_name text NOT NULL,
  branch_name_lo text NOT NULL,
  code text NOT NULL,
  province_code text NOT NULL,
  district text NOT NULL,
  village text NOT NULL,
  phone text NOT NULL,
  manager text NOT NULL,
  open_hours text NOT NULL,
  receipt_footer text NOT NULL,
  logo_file_id uuid,
  hold_hours integer NOT NULL,
  cash_step integer NOT NULL,
  allow_negative_stock boolean NOT NULL,
  blind_count boolean NOT NULL DEFAULT false,
  minimum_rule text NOT NULL DEFAULT 'whole',
  discount_limit_percent integer NOT NULL DEFAULT 10,
  difference_limit_lak bigint NOT NULL DEFAULT 30000,
  due_days integer NOT NULL DEFAULT 14,
  paper text NOT NULL DEFAULT 'a5',
  direct_moves boolean NOT NULL DEFAULT false,
  active boolean NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT branches_code_unique UNIQUE (code)
);

CREATE TABLE files (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  bytes integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  content bytea NOT NULL,
  purpose text NOT NULL DEFAULT 'centre',
  branch_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  screen text NOT NULL,
  name text NOT NULL,
  search text NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT saved_views_name UNIQUE (user_id, screen, name)
);

CREATE TABLE school_info (
  only_row boolean PRIMARY KEY DEFAULT true,
  centre_name_en text NOT NULL,
  centre_name_lo text NOT NULL,
  logo_file_id uuid,
  tax_no text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  web text NOT NULL DEFAULT '',
  facebook text NOT NULL DEFAULT '',
  receipt_note_en text NOT NULL DEFAULT '',
  receipt_note_lo text NOT NULL DEFAULT '',
  refund_policy text NOT NULL DEFAULT '',
  default_language text NOT NULL DEFAULT 'en',
  financial_year_start integer NOT NULL DEFAULT 1,
  offline_unlock boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT school_info_only_row CHECK (only_row)
);

CREATE TABLE sessions (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);

CREATE TABLE sign_in_attempts (
  bucket text PRIMARY KEY,
  failures integer NOT NULL,
  last_failure_at timestamptz(3),
  blocked_until timestamptz(3),
  last_success_at timestamptz(3)
);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  password_hash text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  role text NOT NULL,
  profile_image uuid,
  branch_id uuid NOT NULL,
  draft_key text,
  active boolean NOT NULL DEFAULT true,
  must_change_password boolean NOT NULL DEFAULT false,
  last_sign_in_at timestamptz(3),
  search text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT users_email_unique UNIQUE (email)
);

-- Tables: people
CREATE TABLE guardians (
  student_id uuid NOT NULL,
  parent_id uuid NOT NULL,
  "position" integer NOT NULL,
  relation text NOT NULL,
  is_payer boolean NOT NULL,
  is_primary_contact boolean NOT NULL,
  can_pick_up boolean NOT NULL,
  CONSTRAINT guardians_student_id_parent_id_pk PRIMARY KEY (student_id, parent_id)
);

CREATE TABLE parents (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text NOT NULL,
  phone2 text NOT NULL DEFAULT '',
  whatsapp text NOT NULL DEFAULT '',
  line text NOT NULL DEFAULT '',
  facebook text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  occupation text NOT NULL DEFAULT '',
  village text NOT NULL DEFAULT '',
  district text NOT NULL DEFAULT '',
  province_code text,
  preferred_language text NOT NULL DEFAULT 'lo',
  photo_file_id uuid,
  note text NOT NULL DEFAULT '',
  branch_id uuid NOT NULL,
  merged_into_id uuid,
  archived boolean NOT NULL DEFAULT false,
  name_key text NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE students (
  id uuid PRIMARY KEY,
  student_code text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  first_name_en text NOT NULL DEFAULT '',
  last_name_en text NOT NULL DEFAULT '',
  nickname text NOT NULL DEFAULT '',
  gender text NOT NULL,
  date_of_birth date,
  phone text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  photo_file_id uuid,
  nationality text NOT NULL DEFAULT '',
  id_number text NOT NULL DEFAULT '',
  current_school text NOT NULL DEFAULT '',
  grade text NOT NULL DEFAULT '',
  village text NOT NULL DEFAULT '',
  district text NOT NULL DEFAULT '',
  province_code text,
  home_branch_id uuid NOT NULL,
  health_note text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  source text,
  price_category text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'prospect',
  status_reason text NOT NULL DEFAULT '',
  merged_into_id uuid,
  archived boolean NOT NULL DEFAULT false,
  name_key text NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT students_student_code_unique UNIQUE (student_code)
);

CREATE TABLE teachers (
  id uuid PRIMARY KEY,
  teacher_code text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  first_name_en text NOT NULL DEFAULT '',
  last_name_en text NOT NULL DEFAULT '',
  phone text NOT NULL,
  email text NOT NULL DEFAULT '',
  gender text NOT NULL,
  date_of_birth date,
  nationality text NOT NULL DEFAULT '',
  photo_file_id uuid,
  branch_ids uuid[] NOT NULL,
  employment_type text,
  hourly_rate integer,
  rate_currency text NOT NULL DEFAULT 'LAK',
  qualifications text NOT NULL DEFAULT '',
  start_date date,
  unavailability jsonb NOT NULL DEFAULT '[]'::jsonb,
  note text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'active',
  archived boolean NOT NULL DEFAULT false,
  name_key text NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT teachers_teacher_code_unique UNIQUE (teacher_code)
);

-- Tables: catalogue
CREATE TABLE course_categories (
  id uuid PRIMARY KEY,
  code text NOT NULL,
  name_en text NOT NULL,
  name_lo text NOT NULL,
  colour text NOT NULL,
  "position" integer NOT NULL,
  active boolean NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT course_categories_code_unique UNIQUE (code)
);

CREATE TABLE course_fees (
  id uuid PRIMARY KEY,
  course_id uuid NOT NULL,
  name text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  basis text NOT NULL,
  branch_id uuid,
  term_id uuid,
  price_category text NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  prorate text NOT NULL,
  min_deposit bigint,
  active boolean NOT NULL,
  series_id uuid NOT NULL,
  replaced_by_id uuid,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT course_fees_amount_range CHECK (amount between 0 and 9007199254740991),
  CONSTRAINT course_fees_min_deposit_range CHECK (min_deposit between 0 and 9007199254740991),
  CONSTRAINT course_fees_currency_known CHECK (currency in ('LAK', 'THB', 'USD'))
);

CREATE TABLE courses (
  id uuid PRIMARY KEY,
  code text NOT NULL,
  name_en text NOT NULL,
  name_lo text NOT NULL,
  category_id uuid NOT NULL,
  level text NOT NULL,
  next_course_id uuid,
  min_age integer,
  max_age integer,
  total_hours integer,
  total_sessions integer,
  default_capacity integer,
  description text NOT NULL,
  active boolean NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT courses_code_unique UNIQUE (code)
);

CREATE TABLE exchange_rates (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  currency text NOT NULL,
  rate_to_lak numeric(15, 6) NOT NULL,
  note text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  created_by_id uuid,
  search text NOT NULL,
  CONSTRAINT exchange_rates_rate_positive CHECK (rate_to_lak > 0),
  CONSTRAINT exchange_rates_currency_known CHECK (currency in ('THB', 'USD', 'CNY', 'VND'))
);

CREATE TABLE product_categories (
  id uuid PRIMARY KEY,
  code text NOT NULL,
  name_en text NOT NULL,
  name_lo text NOT NULL,
  active boolean NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT product_categories_code_unique UNIQUE (code)
);

CREATE TABLE products (
  id uuid PRIMARY KEY,
  sku text NOT NULL,
  barcode text NOT NULL,
  name_en text NOT NULL,
  name_lo text NOT NULL,
  category_id uuid NOT NULL,
  price bigint NOT NULL,
  currency text NOT NULL,
  cost_amount bigint,
  cost_currency text,
  cost_lak bigint,
  unit text NOT NULL,
  photo_file_id uuid,
  track_stock boolean NOT NULL,
  active boolean NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT products_sku_unique UNIQUE (sku),
  CONSTRAINT products_price_range CHECK (price between 0 and 9007199254740991),
  CONSTRAINT products_cost_amount_range CHECK (cost_amount between 0 and 9007199254740991),
  CONSTRAINT products_cost_lak_range CHECK (cost_lak between 0 and 9007199254740991),
  CONSTRAINT products_currency_known CHECK (currency in ('LAK', 'THB', 'USD')),
  CONSTRAINT products_cost_currency_known CHECK (cost_currency in ('LAK', 'THB', 'USD'))
);

CREATE TABLE course_products (
  course_id uuid NOT NULL,
  product_id uuid NOT NULL,
  quantity integer NOT NULL,
  needed text NOT NULL,
  CONSTRAINT course_products_course_id_product_id_pk PRIMARY KEY (course_id, product_id),
  CONSTRAINT course_products_quantity CHECK (quantity > 0)
);

CREATE TABLE rooms (
  id uuid PRIMARY KEY,
  branch_id uuid NOT NULL,
  name text NOT NULL,
  capacity integer NOT NULL,
  equipment text NOT NULL,
  active boolean NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Tables: academic
CREATE TABLE academic_terms (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  academic_year text NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  enrol_from date,
  enrol_to date,
  branch_ids uuid[] NOT NULL,
  holidays jsonb NOT NULL,
  status text NOT NULL,
  is_current boolean NOT NULL DEFAULT false,
  is_enrolment_default boolean NOT NULL DEFAULT false,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT academic_terms_code_unique UNIQUE (code)
);

CREATE TABLE assessments (
  id uuid PRIMARY KEY,
  class_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  max_score numeric(7, 2) NOT NULL,
  weight integer NOT NULL,
  date date,
  status text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT assessments_max_score CHECK (max_score > 0)
);

CREATE TABLE scores (
  assessment_id uuid NOT NULL,
  enrolment_id uuid NOT NULL,
  score numeric(7, 2),
  mark text,
  comment text NOT NULL DEFAULT '',
  marked_by_id uuid,
  marked_at timestamptz(3) NOT NULL,
  CONSTRAINT scores_assessment_id_enrolment_id_pk PRIMARY KEY (assessment_id, enrolment_id),
  CONSTRAINT scores_not_below_zero CHECK (score >= 0)
);

CREATE TABLE class_results (
  enrolment_id uuid PRIMARY KEY,
  result text,
  recommended_course_id uuid,
  comment text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE attendance (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL,
  student_id uuid NOT NULL,
  status text NOT NULL,
  minutes_late integer,
  note text NOT NULL DEFAULT '',
  marked_by_id uuid,
  marked_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE certificates (
  id uuid PRIMARY KEY,
  number text NOT NULL,
  branch_id uuid NOT NULL,
  enrolment_id uuid NOT NULL,
  content text NOT NULL,
  hash text NOT NULL,
  issued_by_id uuid,
  issued_at timestamptz(3) NOT NULL,
  revoked_by_id uuid,
  revoked_at timestamptz(3),
  revoke_reason text NOT NULL DEFAULT '',
  CONSTRAINT certificates_number_unique UNIQUE (number),
  CONSTRAINT certificates_revoked CHECK ((revoked_at is null) = (revoke_reason = ''))
);

CREATE TABLE classes (
  id uuid PRIMARY KEY,
  class_code text NOT NULL,
  course_id uuid NOT NULL,
  term_id uuid NOT NULL,
  branch_id uuid NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  slots jsonb NOT NULL,
  room_id uuid,
  capacity integer NOT NULL,
  min_students integer NOT NULL,
  teacher_id uuid,
  assistant_ids uuid[] NOT NULL,
  delivery_mode text NOT NULL,
  fee_id uuid,
  note text NOT NULL,
  status text NOT NULL DEFAULT 'draft',
  status_reason text NOT NULL DEFAULT '',
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT classes_class_code_unique UNIQUE (class_code)
);

CREATE TABLE class_sessions (
  id uuid PRIMARY KEY,
  class_id uuid NOT NULL,
  branch_id uuid NOT NULL,
  date date NOT NULL,
  start_time text NOT NULL,
  end_time text NOT NULL,
  teacher_id uuid,
  is_substitute boolean NOT NULL DEFAULT false,
  room_id uuid,
  status text NOT NULL DEFAULT 'scheduled',
  reason text NOT NULL DEFAULT '',
  moved_from_id uuid,
  attendance_taken_at timestamptz(3),
  attendance_taken_by_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE enrolment_leavings (
  enrolment_id uuid PRIMARY KEY,
  version integer NOT NULL,
  status text NOT NULL,
  status_reason text NOT NULL,
  end_date date,
  seat_hold_until timestamptz(3),
  wait_position integer,
  left_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE enrolment_states (
  id uuid PRIMARY KEY,
  enrolment_id uuid NOT NULL,
  status text NOT NULL,
  hold_until timestamptz(3),
  reason text NOT NULL DEFAULT '',
  source text NOT NULL,
  by_id uuid,
  at timestamptz(3) NOT NULL
);

CREATE TABLE enrolments (
  id uuid PRIMARY KEY,
  student_id uuid NOT NULL,
  class_id uuid NOT NULL,
  branch_id uuid NOT NULL,
  term_id uuid NOT NULL,
  course_id uuid NOT NULL,
  type text NOT NULL DEFAULT 'regular',
  status text NOT NULL,
  start_date date NOT NULL,
  end_date date,
  fee_id uuid,
  price bigint NOT NULL DEFAULT 0,
  currency text NOT NULL DEFAULT 'LAK',
  basis text,
  no_charge_reason text NOT NULL DEFAULT '',
  is_free boolean NOT NULL DEFAULT false,
  seat_hold_until timestamptz(3),
  wait_position integer,
  override_reason text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  status_reason text NOT NULL DEFAULT '',
  enrolled_by_id uuid,
  transfer_from_id uuid,
  transfer_to_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT enrolments_price_range CHECK (price between 0 and 9007199254740991),
  CONSTRAINT enrolments_currency_known CHECK (currency in ('LAK', 'THB', 'USD'))
);

CREATE TABLE holiday_cancellations (
  session_id uuid PRIMARY KEY,
  term_id uuid NOT NULL,
  date date NOT NULL,
  reason text NOT NULL
);

-- Tables: ledger
CREATE TABLE books (
  branch_id uuid PRIMARY KEY,
  chain_length integer NOT NULL DEFAULT 0,
  chain_head text NOT NULL DEFAULT ''
);

CREATE TABLE receipts (
  id uuid PRIMARY KEY,
  number text NOT NULL,
  branch_id uuid NOT NULL,
  kind text NOT NULL,
  chain_no integer NOT NULL,
  content text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  amount_lak bigint NOT NULL,
  by_id uuid,
  at timestamptz(3) NOT NULL,
  day date NOT NULL,
  CONSTRAINT receipts_number_unique UNIQUE (number),
  CONSTRAINT receipts_chain UNIQUE (branch_id, chain_no),
  CONSTRAINT receipts_kind_known CHECK (kind in ('received', 'refund', 'void')),
  CONSTRAINT receipts_amount_lak_range CHECK (abs(amount_lak) <= 9007199254740991)
);

CREATE TABLE prints (
  id uuid PRIMARY KEY,
  paper text NOT NULL,
  of_id uuid NOT NULL,
  copy integer NOT NULL,
  by_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT prints_copy UNIQUE (paper, of_id, copy)
);

CREATE TABLE number_gaps (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  branch_id uuid NOT NULL,
  year integer NOT NULL,
  first integer NOT NULL,
  last integer NOT NULL,
  reason text NOT NULL,
  by_id uuid,
  at timestamptz(3) NOT NULL
);

CREATE TABLE days (
  branch_id uuid NOT NULL,
  day date NOT NULL,
  closed_at timestamptz(3),
  totals jsonb,
  CONSTRAINT days_branch_id_day_pk PRIMARY KEY (branch_id, day)
);

CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  branch_id uuid NOT NULL,
  content text NOT NULL,
  token_hash text NOT NULL,
  approved_by_id uuid NOT NULL,
  for_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT approvals_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT approvals_two_people CHECK (approved_by_id <> for_id)
);

CREATE TABLE deliveries (
  id uuid PRIMARY KEY,
  number text NOT NULL,
  branch_id uuid NOT NULL,
  supplier text NOT NULL,
  supplier_note text NOT NULL,
  received_by_id uuid,
  received_at timestamptz(3) NOT NULL,
  taken_back_at timestamptz(3),
  taken_back_by_id uuid,
  taken_back_reason text NOT NULL DEFAULT '',
  search text NOT NULL,
  CONSTRAINT deliveries_number_unique UNIQUE (number)
);

CREATE TABLE delivery_lines (
  delivery_id uuid NOT NULL,
  "position" integer NOT NULL,
  product_id uuid NOT NULL,
  quantity integer NOT NULL,
  cost_amount bigint,
  cost_currency text,
  cost_lak bigint,
  CONSTRAINT delivery_lines_delivery_id_position_pk PRIMARY KEY (delivery_id, "position"),
  CONSTRAINT delivery_lines_quantity CHECK (quantity > 0),
  CONSTRAINT delivery_lines_cost_amount_range CHECK (cost_amount between 0 and 9007199254740991),
  CONSTRAINT delivery_lines_cost_lak_range CHECK (cost_lak between 0 and 9007199254740991),
  CONSTRAINT delivery_lines_cost_currency_known CHECK (cost_currency in ('LAK', 'THB', 'USD'))
);

CREATE TABLE discount_rules (
  id uuid PRIMARY KEY,
  name_en text NOT NULL,
  name_lo text NOT NULL,
  kind text NOT NULL,
  applies_to text NOT NULL,
  percent integer,
  amount_lak bigint,
  until date,
  adds_up boolean NOT NULL,
  active boolean NOT NULL,
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT discount_rules_kind_known
    CHECK (kind in ('secondChild', 'thirdChild', 'returning', 'early', 'staffChild', 'chosen')),
  CONSTRAINT discount_rules_applies_to_known CHECK (applies_to in ('tuition', 'products')),
  CONSTRAINT discount_rules_one_value CHECK (num_nonnulls(percent, amount_lak) = 1),
  CONSTRAINT discount_rules_percent CHECK (percent between 1 and 100),
  CONSTRAINT discount_rules_until CHECK (kind <> 'early' or until is not null),
  CONSTRAINT discount_rules_amount_lak_range CHECK (amount_lak between 0 and 9007199254740991)
);

CREATE TABLE drawer_movements (
  id uuid PRIMARY KEY,
  shift_id uuid NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  kind text NOT NULL,
  payment_id uuid,
  paid_out_kind text,
  reason text NOT NULL DEFAULT '',
  received_by text NOT NULL DEFAULT '',
  by_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT drawer_movements_kind_known
    CHECK (kind in ('float', 'tender', 'change', 'refund', 'tenderReversed', 'changeReversed',
      'paidIn', 'paidOut')),
  CONSTRAINT drawer_movements_currency_known CHECK (currency in ('LAK', 'THB', 'USD')),
  CONSTRAINT drawer_movements_amount_range CHECK (abs(amount) <= 9007199254740991),
  CONSTRAINT drawer_movements_amount CHECK (amount <> 0),
  CONSTRAINT drawer_movements_paid_out CHECK ((kind = 'paidOut') = (paid_out_kind is not null))
);

CREATE TABLE closings (
  id uuid PRIMARY KEY,
  branch_id uuid NOT NULL,
  shift_id uuid,
  day date NOT NULL,
  act text NOT NULL,
  content jsonb,
  reason text NOT NULL DEFAULT '',
  by_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT closings_reason CHECK (act <> 'reopened' or reason <> '')
);

CREATE TABLE drawers (
  id uuid PRIMARY KEY,
  branch_id uuid NOT NULL,
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  CONSTRAINT drawers_name UNIQUE (branch_id, name)
);

CREATE TABLE shifts (
  id uuid PRIMARY KEY,
  drawer_id uuid NOT NULL,
  branch_id uuid NOT NULL,
  day date NOT NULL,
  opened_by_id uuid,
  opened_at timestamptz(3) NOT NULL,
  closed_by_id uuid,
  closed_at timestamptz(3),
  counts jsonb,
  to_be_accepted boolean NOT NULL DEFAULT false
);

CREATE TABLE orders (
  id uuid PRIMARY KEY,
  number text NOT NULL,
  branch_id uuid NOT NULL,
  client_ref uuid NOT NULL,
  source text NOT NULL DEFAULT 'desk',
  payer_parent_id uuid,
  payer_student_id uuid,
  walk_in_name text NOT NULL DEFAULT '',
  walk_in_phone text NOT NULL DEFAULT '',
  state text NOT NULL,
  hold_until timestamptz(3),
  hold_on_purpose boolean NOT NULL DEFAULT false,
  confirmed_at timestamptz(3),
  confirmed_day date,
  lapsed_at timestamptz(3),
  voided_at timestamptz(3),
  voided_by_id uuid,
  void_reason text,
  total_lak bigint NOT NULL,
  paid_lak bigint NOT NULL DEFAULT 0,
  pending_lak bigint NOT NULL DEFAULT 0,
  taken_offline_at timestamptz(3),
  note text NOT NULL DEFAULT '',
  by_id uuid,
  at timestamptz(3) NOT NULL,
  day date NOT NULL,
  search text NOT NULL,
  CONSTRAINT orders_number_unique UNIQUE (number),
  CONSTRAINT orders_client_ref_unique UNIQUE (client_ref),
  CONSTRAINT orders_state_known CHECK (state in ('held', 'confirmed', 'lapsed', 'void')),
  CONSTRAINT orders_source_known CHECK (source in ('desk', 'transfer', 'opening')),
  CONSTRAINT orders_total_lak_range CHECK (total_lak between 0 and 9007199254740991),
  CONSTRAINT orders_paid_lak_range CHECK (paid_lak between 0 and 9007199254740991),
  CONSTRAINT orders_pending_lak_range CHECK (pending_lak between 0 and 9007199254740991),
  CONSTRAINT orders_not_over_paid CHECK (paid_lak + pending_lak <= total_lak),
  CONSTRAINT orders_one_payer
    CHECK (num_nonnulls(payer_parent_id, payer_student_id, nullif(walk_in_name, '')) = 1),
  CONSTRAINT orders_held
    CHECK (state <> 'held'
      or (hold_until is not null and confirmed_at is null and walk_in_name = '')),
  CONSTRAINT orders_confirmed CHECK (state <> 'confirmed' or confirmed_at is not null),
  CONSTRAINT orders_confirmed_day CHECK ((confirmed_at is null) = (confirmed_day is null)),
  CONSTRAINT orders_lapsed CHECK ((state = 'lapsed') = (lapsed_at is not null)),
  CONSTRAINT orders_void CHECK ((state = 'void') = (voided_at is not null and void_reason <> '')),
  CONSTRAINT orders_ended_total CHECK (state not in ('lapsed', 'void') or total_lak = 0)
);

CREATE TABLE order_lines (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL,
  "position" integer NOT NULL,
  kind text NOT NULL,
  of_line_id uuid,
  student_id uuid,
  enrolment_id uuid,
  fee_id uuid,
  product_id uuid,
  name_en text NOT NULL,
  name_lo text NOT NULL,
  quantity integer NOT NULL DEFAULT 0,
  sessions integer NOT NULL DEFAULT 0,
  unit_price bigint NOT NULL DEFAULT 0,
  currency text NOT NULL DEFAULT 'LAK',
  rate numeric(15, 6) NOT NULL DEFAULT '1',
  rate_id uuid,
  amount_lak bigint NOT NULL,
  minimum_lak bigint NOT NULL DEFAULT 0,
  covers_from date,
  covers_to date,
  rule_id uuid,
  percent integer,
  reason text NOT NULL DEFAULT '',
  approved_by_id uuid,
  receipt_id uuid,
  by_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT order_lines_position UNIQUE (order_id, "position"),
  CONSTRAINT order_lines_kind_known
    CHECK (kind in ('tuition', 'registration', 'product', 'discount', 'adjustment', 'rounding',
      'opening')),
  CONSTRAINT order_lines_currency_known CHECK (currency in ('LAK', 'THB', 'USD')),
  CONSTRAINT order_lines_unit_price_range CHECK (unit_price between 0 and 9007199254740991),
  CONSTRAINT order_lines_minimum_lak_range CHECK (minimum_lak between 0 and 9007199254740991),
  CONSTRAINT order_lines_amount_lak_range CHECK (abs(amount_lak) <= 9007199254740991),
  CONSTRAINT order_lines_correction
    CHECK (of_line_id is null or kind in ('rounding', 'discount')
      or (quantity <= 0 and sessions <= 0 and amount_lak <= 0 and reason <> '')),
  CONSTRAINT order_lines_charge
    CHECK (of_line_id is not null or kind in ('adjustment', 'rounding')
      or (amount_lak >= 0 and quantity > 0)),
  CONSTRAINT order_lines_discount CHECK (kind <> 'discount' or of_line_id is not null)
);

CREATE TABLE instalments (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL,
  "position" integer NOT NULL,
  due_on date NOT NULL,
  amount_lak bigint NOT NULL,
  reason text NOT NULL DEFAULT '',
  by_id uuid,
  at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT instalments_amount_lak_range CHECK (amount_lak between 0 and 9007199254740991)
);

CREATE TABLE refund_requests (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL,
  enrolment_id uuid,
  amount_lak bigint NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'open',
  by_id uuid,
  at timestamptz(3) NOT NULL,
  decided_by_id uuid,
  decided_at timestamptz(3),
  decision text NOT NULL DEFAULT '',
  opened_by_id uuid,
  opened_at timestamptz(3),
  CONSTRAINT refund_requests_amount_lak_range CHECK (amount_lak between 0 and 9007199254740991)
);

CREATE TABLE payments (
  id uuid PRIMARY KEY,
  branch_id uuid NOT NULL,
  payer_parent_id uuid,
  payer_student_id uuid,
  method text NOT NULL,
  currency text NOT NULL,
  tendered bigint NOT NULL,
  rate numeric(15, 6) NOT NULL DEFAULT '1',
  rate_id uuid,
  amount_lak bigint NOT NULL,
  free_lak bigint NOT NULL DEFAULT 0,
  state text NOT NULL,
  bank_account_id uuid,
  reference text NOT NULL DEFAULT '',
  slip_file_id uuid,
  receipt_id uuid,
  shift_id uuid,
  recorded_by_id uuid,
  at timestamptz(3) NOT NULL,
  decided_by_id uuid,
  decided_at timestamptz(3),
  confirmed_day date,
  voided_by_id uuid,
  voided_at timestamptz(3),
  reason text,
  mends_id uuid,
  CONSTRAINT payments_mended_once UNIQUE (mends_id),
  CONSTRAINT payments_method_known CHECK (method in ('cash', 'qr', 'transfer', 'opening')),
  CONSTRAINT payments_state_known CHECK (state in ('pending', 'confirmed', 'rejected', 'void')),
  CONSTRAINT payments_currency_known CHECK (currency in ('LAK', 'THB', 'USD')),
  CONSTRAINT payments_tendered_range CHECK (abs(tendered) <= 9007199254740991),
  CONSTRAINT payments_amount_lak_range CHECK (abs(amount_lak) <= 9007199254740991),
  CONSTRAINT payments_free_lak_range CHECK (free_lak between 0 and 9007199254740991),
  CONSTRAINT payments_amount CHECK (amount_lak <> 0 and sign(tendered) = sign(amount_lak)),
  CONSTRAINT payments_shift_of_cash CHECK ((method = 'cash') = (shift_id is not null)),
  CONSTRAINT payments_second_person
    CHECK (method not in ('qr', 'transfer') or amount_lak < 0 or decided_by_id <> recorded_by_id),
  CONSTRAINT payments_void CHECK ((state = 'void') = (voided_at is not null)),
  CONSTRAINT payments_receipt_of_confirmed
    CHECK (method = 'opening' or state = 'void'
      or (state = 'confirmed') = (receipt_id is not null)),
  CONSTRAINT payments_confirmed_day CHECK (state <> 'confirmed' or confirmed_day is not null)
);

CREATE TABLE allocations (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL,
  order_id uuid,
  refund_id uuid,
  amount_lak bigint NOT NULL,
  as_credit boolean NOT NULL DEFAULT false,
  reverses_id uuid,
  by_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT allocations_reversed_once UNIQUE (reverses_id),
  CONSTRAINT allocations_amount_lak_range CHECK (abs(amount_lak) <= 9007199254740991),
  CONSTRAINT allocations_one_use CHECK (num_nonnulls(order_id, refund_id) = 1),
  CONSTRAINT allocations_amount
    CHECK (amount_lak <> 0 and (amount_lak < 0) = (reverses_id is not null))
);

CREATE TABLE bank_accounts (
  id uuid PRIMARY KEY,
  branch_id uuid NOT NULL,
  bank text NOT NULL,
  currency text NOT NULL,
  account_name text NOT NULL,
  account_no text NOT NULL,
  qr_file_id uuid,
  qr_text text NOT NULL DEFAULT '',
  tried_at timestamptz(3),
  order_no_in_qr boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  is_default boolean NOT NULL DEFAULT false,
  CONSTRAINT bank_accounts_currency_known CHECK (currency in ('LAK', 'THB', 'USD'))
);

CREATE TABLE safe_movements (
  id uuid PRIMARY KEY,
  branch_id uuid NOT NULL,
  kind text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  counted bigint,
  drawer_movement_id uuid,
  bank_account_id uuid,
  reason text NOT NULL DEFAULT '',
  received_by text NOT NULL DEFAULT '',
  by_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT safe_movements_drawer UNIQUE (drawer_movement_id),
  CONSTRAINT safe_movements_kind_known
    CHECK (kind in ('fromDrawer', 'toDrawer', 'toBank', 'counted')),
  CONSTRAINT safe_movements_currency_known CHECK (currency in ('LAK', 'THB', 'USD')),
  CONSTRAINT safe_movements_amount_range CHECK (abs(amount) <= 9007199254740991),
  CONSTRAINT safe_movements_drawer_side
    CHECK ((kind in ('fromDrawer', 'toDrawer')) = (drawer_movement_id is not null)),
  CONSTRAINT safe_movements_bank_side CHECK ((kind = 'toBank') = (bank_account_id is not null)),
  CONSTRAINT safe_movements_counted
    CHECK ((kind = 'counted') = (counted is not null) and (kind <> 'counted' or counted >= 0)),
  CONSTRAINT safe_movements_amount
    CHECK (case kind when 'fromDrawer' then amount > 0 when 'counted' then amount = 0
      or reason <> '' else amount < 0 end)
);

CREATE TABLE branch_settlements (
  id uuid PRIMARY KEY,
  from_branch_id uuid NOT NULL,
  to_branch_id uuid NOT NULL,
  amount_lak bigint NOT NULL,
  note text NOT NULL DEFAULT '',
  bank_account_id uuid,
  drawer_id uuid,
  by_id uuid,
  at timestamptz(3) NOT NULL,
  confirmed_by_id uuid,
  confirmed_at timestamptz(3),
  CONSTRAINT branch_settlements_amount_lak_range CHECK (amount_lak between 0 and 9007199254740991),
  CONSTRAINT branch_settlements_paid_from CHECK (num_nonnulls(bank_account_id, drawer_id) <= 1),
  CONSTRAINT branch_settlements_amount CHECK (amount_lak > 0 and from_branch_id <> to_branch_id),
  CONSTRAINT branch_settlements_confirmed
    CHECK ((confirmed_by_id is null) = (confirmed_at is null)
      and (confirmed_by_id is null or confirmed_by_id <> by_id))
);

CREATE TABLE stock_counts (
  id uuid PRIMARY KEY,
  number text NOT NULL,
  branch_id uuid NOT NULL,
  category_id uuid,
  status text NOT NULL DEFAULT 'open',
  blind boolean NOT NULL,
  reason text NOT NULL DEFAULT '',
  differing integer,
  difference_lak bigint,
  opened_by_id uuid,
  opened_at timestamptz(3) NOT NULL,
  closed_by_id uuid,
  closed_at timestamptz(3),
  search text NOT NULL,
  CONSTRAINT stock_counts_number_unique UNIQUE (number)
);

CREATE TABLE count_lines (
  count_id uuid NOT NULL,
  product_id uuid NOT NULL,
  open_in_branch_id uuid,
  counted integer,
  expected integer,
  seq integer,
  counted_by_id uuid,
  counted_at timestamptz(3),
  CONSTRAINT count_lines_count_id_product_id_pk PRIMARY KEY (count_id, product_id),
  CONSTRAINT count_lines_counted CHECK (counted >= 0)
);

CREATE TABLE stock_transfers (
  id uuid PRIMARY KEY,
  number text NOT NULL,
  from_branch_id uuid NOT NULL,
  to_branch_id uuid NOT NULL,
  note text NOT NULL,
  status text NOT NULL DEFAULT 'draft',
  created_by_id uuid,
  sent_by_id uuid,
  sent_at timestamptz(3),
  ended_by_id uuid,
  ended_at timestamptz(3),
  end_reason text NOT NULL DEFAULT '',
  search text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT stock_transfers_number_unique UNIQUE (number),
  CONSTRAINT stock_transfers_branches CHECK (from_branch_id <> to_branch_id)
);

CREATE TABLE transfer_lines (
  transfer_id uuid NOT NULL,
  product_id uuid NOT NULL,
  "position" integer NOT NULL,
  quantity integer NOT NULL,
  missing integer NOT NULL DEFAULT 0,
  damaged integer NOT NULL DEFAULT 0,
  note text NOT NULL DEFAULT '',
  CONSTRAINT transfer_lines_transfer_id_product_id_pk PRIMARY KEY (transfer_id, product_id),
  CONSTRAINT transfer_lines_quantity CHECK (quantity > 0),
  CONSTRAINT transfer_lines_short
    CHECK (missing >= 0 and damaged >= 0 and missing + damaged <= quantity)
);

CREATE TABLE stock_levels (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL,
  branch_id uuid NOT NULL,
  on_hand integer NOT NULL DEFAULT 0,
  reserved integer NOT NULL DEFAULT 0,
  seq integer NOT NULL DEFAULT 0,
  reorder_level integer,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT stock_levels_once UNIQUE (product_id, branch_id),
  CONSTRAINT stock_levels_reserved CHECK (reserved >= 0)
);

CREATE TABLE stock_movements (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL,
  branch_id uuid NOT NULL,
  type text NOT NULL,
  qty_change integer NOT NULL,
  qty_after integer NOT NULL,
  seq integer NOT NULL,
  paper text NOT NULL,
  paper_id uuid,
  paper_number text NOT NULL DEFAULT '',
  line_id uuid,
  reason text NOT NULL DEFAULT '',
  unit_cost_lak bigint,
  by_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT stock_movements_seq UNIQUE (product_id, branch_id, seq),
  CONSTRAINT stock_movements_change CHECK (qty_change <> 0),
  CONSTRAINT stock_movements_unit_cost_lak_range
    CHECK (unit_cost_lak between 0 and 9007199254740991)
);

CREATE TABLE payment_notes (
  id uuid PRIMARY KEY,
  branch_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  by_id uuid,
  at timestamptz(3) NOT NULL,
  answer text NOT NULL DEFAULT '',
  answered_by_id uuid,
  answered_at timestamptz(3),
  opened_by_id uuid,
  opened_at timestamptz(3),
  CONSTRAINT payment_notes_kind_known CHECK (kind in ('question', 'rejected')),
  CONSTRAINT payment_notes_answer CHECK ((answer <> '') = (answered_at is not null))
);

CREATE TABLE bank_statement_lines (
  id uuid PRIMARY KEY,
  branch_id uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  file_name text NOT NULL,
  "row" integer NOT NULL,
  day date NOT NULL,
  "time" text NOT NULL DEFAULT '',
  reference text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  amount bigint NOT NULL,
  fingerprint text NOT NULL,
  payment_id uuid,
  matched_by_id uuid,
  matched_at timestamptz(3),
  loaded_by_id uuid,
  loaded_at timestamptz(3) NOT NULL,
  taken_back_by_id uuid,
  taken_back_at timestamptz(3),
  CONSTRAINT bank_statement_lines_payment UNIQUE (payment_id),
  CONSTRAINT bank_statement_lines_amount_range CHECK (amount between 0 and 9007199254740991),
  CONSTRAINT bank_statement_lines_taken_back
    CHECK ((taken_back_at is null) = (taken_back_by_id is null)
      and (taken_back_at is null or payment_id is null)),
  CONSTRAINT bank_statement_lines_matched CHECK ((payment_id is null) = (matched_at is null))
);

-- Tables: desk
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  user_id uuid NOT NULL,
  branch_id uuid NOT NULL,
  file_name text NOT NULL,
  headings jsonb NOT NULL,
  rows jsonb NOT NULL,
  state text NOT NULL DEFAULT 'read',
  result jsonb,
  added jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE transfer_requests (
  id uuid PRIMARY KEY,
  enrolment_id uuid NOT NULL,
  to_enrolment_id uuid NOT NULL,
  from_branch_id uuid NOT NULL,
  to_branch_id uuid NOT NULL,
  effective_date date NOT NULL,
  reason_code text NOT NULL,
  reason text NOT NULL DEFAULT '',
  keep_discounts boolean NOT NULL,
  status text NOT NULL DEFAULT 'open',
  difference_lak bigint NOT NULL,
  waives boolean NOT NULL DEFAULT false,
  waive_reason text NOT NULL DEFAULT '',
  waived_by_id uuid,
  override_reason text NOT NULL DEFAULT '',
  hold_until timestamptz(3) NOT NULL,
  asked_by_id uuid,
  asked_at timestamptz(3) NOT NULL,
  from_approved_by_id uuid,
  from_approved_at timestamptz(3),
  to_approved_by_id uuid,
  to_approved_at timestamptz(3),
  ended_by_id uuid,
  ended_at timestamptz(3),
  end_reason text NOT NULL DEFAULT '',
  order_id uuid,
  sums jsonb,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT transfer_requests_to_enrolment_id_unique UNIQUE (to_enrolment_id),
  CONSTRAINT transfer_requests_status_known
    CHECK (status in ('open', 'done', 'refused', 'cancelled', 'expired')),
  CONSTRAINT transfer_requests_reason_code_known
    CHECK (reason_code in ('schedule', 'level', 'teacher', 'branch', 'price', 'other')),
  CONSTRAINT transfer_requests_difference_lak_range CHECK (abs(difference_lak) <= 9007199254740991),
  CONSTRAINT transfer_requests_ended CHECK ((status = 'open') = (ended_at is null)),
  CONSTRAINT transfer_requests_done CHECK ((status = 'done') = (order_id is not null)),
  CONSTRAINT transfer_requests_agreed
    CHECK (status <> 'done' or (from_approved_at is not null and to_approved_at is not null)),
  CONSTRAINT transfer_requests_waived CHECK (not waives or waive_reason <> ''),
  CONSTRAINT transfer_requests_places CHECK (enrolment_id <> to_enrolment_id)
);

-- Tables: reading
CREATE TABLE journal_accounts (
  account text PRIMARY KEY,
  code text NOT NULL,
  CONSTRAINT journal_accounts_account_known
    CHECK (account in ('cash', 'safe', 'bank', 'slips', 'receivables', 'between', 'credits',
      'holds', 'openings', 'unearned', 'tuition', 'registration', 'products', 'discounts',
      'adjustments', 'rounding', 'overShort', 'paidIn', 'paidOut', 'betweenDrawers', 'settlements',
      'exchange'))
);

CREATE TABLE reminders (
  id uuid PRIMARY KEY,
  branch_id uuid NOT NULL,
  payer_parent_id uuid,
  payer_student_id uuid,
  order_id uuid,
  way text NOT NULL,
  owed_lak bigint NOT NULL,
  by_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT reminders_way_known CHECK (way in ('copied', 'whatsApp', 'called')),
  CONSTRAINT reminders_owed_lak_range CHECK (owed_lak between 0 and 9007199254740991),
  CONSTRAINT reminders_one_payer
    CHECK (num_nonnulls(payer_parent_id, payer_student_id, order_id) = 1)
);

-- The rows of one visit refer to each other and are written in any order, so the keys between them
-- are checked at the commit. drizzle-kit does not know DEFERRABLE: a migration that makes one of
-- these keys anew must add it by hand.

-- Foreign keys: log
ALTER TABLE number_series
  ADD CONSTRAINT number_series_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id);

-- Foreign keys: centre
ALTER TABLE announcements
  ADD CONSTRAINT announcements_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT announcements_author_id_users_id_fk
    FOREIGN KEY (author_id) REFERENCES users (id);

ALTER TABLE announcement_reads
  ADD CONSTRAINT announcement_reads_announcement_id_announcements_id_fk
    FOREIGN KEY (announcement_id) REFERENCES announcements (id),
  ADD CONSTRAINT announcement_reads_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id);

ALTER TABLE announcement_files
  ADD CONSTRAINT announcement_files_uploaded_by_id_users_id_fk
    FOREIGN KEY (uploaded_by_id) REFERENCES users (id);

ALTER TABLE branches
  ADD CONSTRAINT branches_logo_file_id_files_id_fk
    FOREIGN KEY (logo_file_id) REFERENCES files (id);

ALTER TABLE saved_views
  ADD CONSTRAINT saved_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id);

ALTER TABLE school_info
  ADD CONSTRAINT school_info_logo_file_id_files_id_fk
    FOREIGN KEY (logo_file_id) REFERENCES files (id);

ALTER TABLE sessions
  ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id);

ALTER TABLE users
  ADD CONSTRAINT users_profile_image_files_id_fk
    FOREIGN KEY (profile_image) REFERENCES files (id),
  ADD CONSTRAINT users_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id);

-- Foreign keys: people
ALTER TABLE guardians
  ADD CONSTRAINT guardians_student_id_students_id_fk
    FOREIGN KEY (student_id) REFERENCES students (id),
  ADD CONSTRAINT guardians_parent_id_parents_id_fk
    FOREIGN KEY (parent_id) REFERENCES parents (id);

ALTER TABLE parents
  ADD CONSTRAINT parents_photo_file_id_files_id_fk
    FOREIGN KEY (photo_file_id) REFERENCES files (id),
  ADD CONSTRAINT parents_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT parents_merged_into_id_parents_id_fk
    FOREIGN KEY (merged_into_id) REFERENCES parents (id);

ALTER TABLE students
  ADD CONSTRAINT students_photo_file_id_files_id_fk
    FOREIGN KEY (photo_file_id) REFERENCES files (id),
  ADD CONSTRAINT students_home_branch_id_branches_id_fk
    FOREIGN KEY (home_branch_id) REFERENCES branches (id),
  ADD CONSTRAINT students_merged_into_id_students_id_fk
    FOREIGN KEY (merged_into_id) REFERENCES students (id);

ALTER TABLE teachers
  ADD CONSTRAINT teachers_photo_file_id_files_id_fk
    FOREIGN KEY (photo_file_id) REFERENCES files (id);

-- Foreign keys: catalogue
ALTER TABLE course_fees
  ADD CONSTRAINT course_fees_course_id_courses_id_fk
    FOREIGN KEY (course_id) REFERENCES courses (id),
  ADD CONSTRAINT course_fees_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT course_fees_term_id_academic_terms_id_fk
    FOREIGN KEY (term_id) REFERENCES academic_terms (id),
  ADD CONSTRAINT course_fees_replaced_by_id_course_fees_id_fk
    FOREIGN KEY (replaced_by_id) REFERENCES course_fees (id);

ALTER TABLE courses
  ADD CONSTRAINT courses_category_id_course_categories_id_fk
    FOREIGN KEY (category_id) REFERENCES course_categories (id),
  ADD CONSTRAINT courses_next_course_id_courses_id_fk
    FOREIGN KEY (next_course_id) REFERENCES courses (id);

ALTER TABLE exchange_rates
  ADD CONSTRAINT exchange_rates_created_by_id_users_id_fk
    FOREIGN KEY (created_by_id) REFERENCES users (id);

ALTER TABLE products
  ADD CONSTRAINT products_category_id_product_categories_id_fk
    FOREIGN KEY (category_id) REFERENCES product_categories (id),
  ADD CONSTRAINT products_photo_file_id_files_id_fk
    FOREIGN KEY (photo_file_id) REFERENCES files (id);

ALTER TABLE course_products
  ADD CONSTRAINT course_products_course_id_courses_id_fk
    FOREIGN KEY (course_id) REFERENCES courses (id),
  ADD CONSTRAINT course_products_product_id_products_id_fk
    FOREIGN KEY (product_id) REFERENCES products (id);

ALTER TABLE rooms
  ADD CONSTRAINT rooms_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id);

-- Foreign keys: academic
ALTER TABLE assessments
  ADD CONSTRAINT assessments_class_id_classes_id_fk
    FOREIGN KEY (class_id) REFERENCES classes (id);

ALTER TABLE scores
  ADD CONSTRAINT scores_assessment_id_assessments_id_fk
    FOREIGN KEY (assessment_id) REFERENCES assessments (id),
  ADD CONSTRAINT scores_enrolment_id_enrolments_id_fk
    FOREIGN KEY (enrolment_id) REFERENCES enrolments (id),
  ADD CONSTRAINT scores_marked_by_id_users_id_fk
    FOREIGN KEY (marked_by_id) REFERENCES users (id);

ALTER TABLE class_results
  ADD CONSTRAINT class_results_enrolment_id_enrolments_id_fk
    FOREIGN KEY (enrolment_id) REFERENCES enrolments (id),
  ADD CONSTRAINT class_results_recommended_course_id_courses_id_fk
    FOREIGN KEY (recommended_course_id) REFERENCES courses (id);

ALTER TABLE attendance
  ADD CONSTRAINT attendance_session_id_class_sessions_id_fk
    FOREIGN KEY (session_id) REFERENCES class_sessions (id),
  ADD CONSTRAINT attendance_student_id_students_id_fk
    FOREIGN KEY (student_id) REFERENCES students (id),
  ADD CONSTRAINT attendance_marked_by_id_users_id_fk
    FOREIGN KEY (marked_by_id) REFERENCES users (id);

ALTER TABLE certificates
  ADD CONSTRAINT certificates_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT certificates_enrolment_id_enrolments_id_fk
    FOREIGN KEY (enrolment_id) REFERENCES enrolments (id),
  ADD CONSTRAINT certificates_issued_by_id_users_id_fk
    FOREIGN KEY (issued_by_id) REFERENCES users (id),
  ADD CONSTRAINT certificates_revoked_by_id_users_id_fk
    FOREIGN KEY (revoked_by_id) REFERENCES users (id);

ALTER TABLE classes
  ADD CONSTRAINT classes_course_id_courses_id_fk
    FOREIGN KEY (course_id) REFERENCES courses (id),
  ADD CONSTRAINT classes_term_id_academic_terms_id_fk
    FOREIGN KEY (term_id) REFERENCES academic_terms (id),
  ADD CONSTRAINT classes_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT classes_room_id_rooms_id_fk FOREIGN KEY (room_id) REFERENCES rooms (id),
  ADD CONSTRAINT classes_teacher_id_teachers_id_fk
    FOREIGN KEY (teacher_id) REFERENCES teachers (id),
  ADD CONSTRAINT classes_fee_id_course_fees_id_fk
    FOREIGN KEY (fee_id) REFERENCES course_fees (id);

ALTER TABLE class_sessions
  ADD CONSTRAINT class_sessions_class_id_classes_id_fk
    FOREIGN KEY (class_id) REFERENCES classes (id),
  ADD CONSTRAINT class_sessions_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT class_sessions_teacher_id_teachers_id_fk
    FOREIGN KEY (teacher_id) REFERENCES teachers (id),
  ADD CONSTRAINT class_sessions_room_id_rooms_id_fk
    FOREIGN KEY (room_id) REFERENCES rooms (id),
  ADD CONSTRAINT class_sessions_moved_from_id_class_sessions_id_fk
    FOREIGN KEY (moved_from_id) REFERENCES class_sessions (id),
  ADD CONSTRAINT class_sessions_attendance_taken_by_id_users_id_fk
    FOREIGN KEY (attendance_taken_by_id) REFERENCES users (id);

ALTER TABLE enrolment_leavings
  ADD CONSTRAINT enrolment_leavings_enrolment_id_enrolments_id_fk
    FOREIGN KEY (enrolment_id) REFERENCES enrolments (id) ON DELETE CASCADE;

ALTER TABLE enrolment_states
  ADD CONSTRAINT enrolment_states_enrolment_id_enrolments_id_fk
    FOREIGN KEY (enrolment_id) REFERENCES enrolments (id),
  ADD CONSTRAINT enrolment_states_by_id_users_id_fk
    FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE enrolments
  ADD CONSTRAINT enrolments_student_id_students_id_fk
    FOREIGN KEY (student_id) REFERENCES students (id),
  ADD CONSTRAINT enrolments_class_id_classes_id_fk
    FOREIGN KEY (class_id) REFERENCES classes (id),
  ADD CONSTRAINT enrolments_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT enrolments_term_id_academic_terms_id_fk
    FOREIGN KEY (term_id) REFERENCES academic_terms (id),
  ADD CONSTRAINT enrolments_course_id_courses_id_fk
    FOREIGN KEY (course_id) REFERENCES courses (id),
  ADD CONSTRAINT enrolments_fee_id_course_fees_id_fk
    FOREIGN KEY (fee_id) REFERENCES course_fees (id),
  ADD CONSTRAINT enrolments_enrolled_by_id_users_id_fk
    FOREIGN KEY (enrolled_by_id) REFERENCES users (id),
  ADD CONSTRAINT enrolments_transfer_from_id_enrolments_id_fk
    FOREIGN KEY (transfer_from_id) REFERENCES enrolments (id),
  ADD CONSTRAINT enrolments_transfer_to_id_enrolments_id_fk
    FOREIGN KEY (transfer_to_id) REFERENCES enrolments (id);

ALTER TABLE holiday_cancellations
  ADD CONSTRAINT holiday_cancellations_session_id_class_sessions_id_fk
    FOREIGN KEY (session_id) REFERENCES class_sessions (id) ON DELETE CASCADE,
  ADD CONSTRAINT holiday_cancellations_term_id_academic_terms_id_fk
    FOREIGN KEY (term_id) REFERENCES academic_terms (id);

-- Foreign keys: ledger
ALTER TABLE books
  ADD CONSTRAINT books_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id);

ALTER TABLE receipts
  ADD CONSTRAINT receipts_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT receipts_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE prints
  ADD CONSTRAINT prints_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE number_gaps
  ADD CONSTRAINT number_gaps_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT number_gaps_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE days
  ADD CONSTRAINT days_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id);

ALTER TABLE approvals
  ADD CONSTRAINT approvals_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT approvals_approved_by_id_users_id_fk
    FOREIGN KEY (approved_by_id) REFERENCES users (id),
  ADD CONSTRAINT approvals_for_id_users_id_fk FOREIGN KEY (for_id) REFERENCES users (id);

ALTER TABLE deliveries
  ADD CONSTRAINT deliveries_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT deliveries_received_by_id_users_id_fk
    FOREIGN KEY (received_by_id) REFERENCES users (id),
  ADD CONSTRAINT deliveries_taken_back_by_id_users_id_fk
    FOREIGN KEY (taken_back_by_id) REFERENCES users (id);

ALTER TABLE delivery_lines
  ADD CONSTRAINT delivery_lines_delivery_id_deliveries_id_fk
    FOREIGN KEY (delivery_id) REFERENCES deliveries (id),
  ADD CONSTRAINT delivery_lines_product_id_products_id_fk
    FOREIGN KEY (product_id) REFERENCES products (id);

ALTER TABLE drawer_movements
  ADD CONSTRAINT drawer_movements_shift_id_shifts_id_fk
    FOREIGN KEY (shift_id) REFERENCES shifts (id),
  ADD CONSTRAINT drawer_movements_payment_id_payments_id_fk
    FOREIGN KEY (payment_id) REFERENCES payments (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT drawer_movements_by_id_users_id_fk
    FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE closings
  ADD CONSTRAINT closings_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT closings_shift_id_shifts_id_fk
    FOREIGN KEY (shift_id) REFERENCES shifts (id),
  ADD CONSTRAINT closings_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE drawers
  ADD CONSTRAINT drawers_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id);

ALTER TABLE shifts
  ADD CONSTRAINT shifts_drawer_id_drawers_id_fk
    FOREIGN KEY (drawer_id) REFERENCES drawers (id),
  ADD CONSTRAINT shifts_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT shifts_opened_by_id_users_id_fk
    FOREIGN KEY (opened_by_id) REFERENCES users (id),
  ADD CONSTRAINT shifts_closed_by_id_users_id_fk
    FOREIGN KEY (closed_by_id) REFERENCES users (id);

ALTER TABLE orders
  ADD CONSTRAINT orders_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT orders_payer_parent_id_parents_id_fk
    FOREIGN KEY (payer_parent_id) REFERENCES parents (id),
  ADD CONSTRAINT orders_payer_student_id_students_id_fk
    FOREIGN KEY (payer_student_id) REFERENCES students (id),
  ADD CONSTRAINT orders_voided_by_id_users_id_fk
    FOREIGN KEY (voided_by_id) REFERENCES users (id),
  ADD CONSTRAINT orders_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE order_lines
  ADD CONSTRAINT order_lines_order_id_orders_id_fk
    FOREIGN KEY (order_id) REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT order_lines_of_line_id_order_lines_id_fk
    FOREIGN KEY (of_line_id) REFERENCES order_lines (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT order_lines_student_id_students_id_fk
    FOREIGN KEY (student_id) REFERENCES students (id),
  ADD CONSTRAINT order_lines_enrolment_id_enrolments_id_fk
    FOREIGN KEY (enrolment_id) REFERENCES enrolments (id),
  ADD CONSTRAINT order_lines_fee_id_course_fees_id_fk
    FOREIGN KEY (fee_id) REFERENCES course_fees (id),
  ADD CONSTRAINT order_lines_product_id_products_id_fk
    FOREIGN KEY (product_id) REFERENCES products (id),
  ADD CONSTRAINT order_lines_rate_id_exchange_rates_id_fk
    FOREIGN KEY (rate_id) REFERENCES exchange_rates (id),
  ADD CONSTRAINT order_lines_rule_id_discount_rules_id_fk
    FOREIGN KEY (rule_id) REFERENCES discount_rules (id),
  ADD CONSTRAINT order_lines_approved_by_id_users_id_fk
    FOREIGN KEY (approved_by_id) REFERENCES users (id),
  ADD CONSTRAINT order_lines_receipt_id_receipts_id_fk
    FOREIGN KEY (receipt_id) REFERENCES receipts (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT order_lines_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE instalments
  ADD CONSTRAINT instalments_order_id_orders_id_fk
    FOREIGN KEY (order_id) REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT instalments_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE refund_requests
  ADD CONSTRAINT refund_requests_order_id_orders_id_fk
    FOREIGN KEY (order_id) REFERENCES orders (id),
  ADD CONSTRAINT refund_requests_enrolment_id_enrolments_id_fk
    FOREIGN KEY (enrolment_id) REFERENCES enrolments (id),
  ADD CONSTRAINT refund_requests_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id),
  ADD CONSTRAINT refund_requests_decided_by_id_users_id_fk
    FOREIGN KEY (decided_by_id) REFERENCES users (id),
  ADD CONSTRAINT refund_requests_opened_by_id_users_id_fk
    FOREIGN KEY (opened_by_id) REFERENCES users (id);

ALTER TABLE payments
  ADD CONSTRAINT payments_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT payments_payer_parent_id_parents_id_fk
    FOREIGN KEY (payer_parent_id) REFERENCES parents (id),
  ADD CONSTRAINT payments_payer_student_id_students_id_fk
    FOREIGN KEY (payer_student_id) REFERENCES students (id),
  ADD CONSTRAINT payments_rate_id_exchange_rates_id_fk
    FOREIGN KEY (rate_id) REFERENCES exchange_rates (id),
  ADD CONSTRAINT payments_bank_account_id_bank_accounts_id_fk
    FOREIGN KEY (bank_account_id) REFERENCES bank_accounts (id),
  ADD CONSTRAINT payments_slip_file_id_files_id_fk
    FOREIGN KEY (slip_file_id) REFERENCES files (id),
  ADD CONSTRAINT payments_receipt_id_receipts_id_fk
    FOREIGN KEY (receipt_id) REFERENCES receipts (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT payments_shift_id_shifts_id_fk
    FOREIGN KEY (shift_id) REFERENCES shifts (id),
  ADD CONSTRAINT payments_recorded_by_id_users_id_fk
    FOREIGN KEY (recorded_by_id) REFERENCES users (id),
  ADD CONSTRAINT payments_decided_by_id_users_id_fk
    FOREIGN KEY (decided_by_id) REFERENCES users (id),
  ADD CONSTRAINT payments_voided_by_id_users_id_fk
    FOREIGN KEY (voided_by_id) REFERENCES users (id),
  ADD CONSTRAINT payments_mends_id_payments_id_fk
    FOREIGN KEY (mends_id) REFERENCES payments (id);

ALTER TABLE allocations
  ADD CONSTRAINT allocations_payment_id_payments_id_fk
    FOREIGN KEY (payment_id) REFERENCES payments (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT allocations_order_id_orders_id_fk
    FOREIGN KEY (order_id) REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT allocations_refund_id_payments_id_fk
    FOREIGN KEY (refund_id) REFERENCES payments (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT allocations_reverses_id_allocations_id_fk
    FOREIGN KEY (reverses_id) REFERENCES allocations (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT allocations_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE bank_accounts
  ADD CONSTRAINT bank_accounts_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT bank_accounts_qr_file_id_files_id_fk
    FOREIGN KEY (qr_file_id) REFERENCES files (id);

ALTER TABLE safe_movements
  ADD CONSTRAINT safe_movements_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT safe_movements_drawer_movement_id_drawer_movements_id_fk
    FOREIGN KEY (drawer_movement_id) REFERENCES drawer_movements (id),
  ADD CONSTRAINT safe_movements_bank_account_id_bank_accounts_id_fk
    FOREIGN KEY (bank_account_id) REFERENCES bank_accounts (id),
  ADD CONSTRAINT safe_movements_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE branch_settlements
  ADD CONSTRAINT branch_settlements_from_branch_id_branches_id_fk
    FOREIGN KEY (from_branch_id) REFERENCES branches (id),
  ADD CONSTRAINT branch_settlements_to_branch_id_branches_id_fk
    FOREIGN KEY (to_branch_id) REFERENCES branches (id),
  ADD CONSTRAINT branch_settlements_bank_account_id_bank_accounts_id_fk
    FOREIGN KEY (bank_account_id) REFERENCES bank_accounts (id),
  ADD CONSTRAINT branch_settlements_drawer_id_drawers_id_fk
    FOREIGN KEY (drawer_id) REFERENCES drawers (id),
  ADD CONSTRAINT branch_settlements_by_id_users_id_fk
    FOREIGN KEY (by_id) REFERENCES users (id),
  ADD CONSTRAINT branch_settlements_confirmed_by_id_users_id_fk
    FOREIGN KEY (confirmed_by_id) REFERENCES users (id);

ALTER TABLE stock_counts
  ADD CONSTRAINT stock_counts_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT stock_counts_category_id_product_categories_id_fk
    FOREIGN KEY (category_id) REFERENCES product_categories (id),
  ADD CONSTRAINT stock_counts_opened_by_id_users_id_fk
    FOREIGN KEY (opened_by_id) REFERENCES users (id),
  ADD CONSTRAINT stock_counts_closed_by_id_users_id_fk
    FOREIGN KEY (closed_by_id) REFERENCES users (id);

ALTER TABLE count_lines
  ADD CONSTRAINT count_lines_count_id_stock_counts_id_fk
    FOREIGN KEY (count_id) REFERENCES stock_counts (id),
  ADD CONSTRAINT count_lines_product_id_products_id_fk
    FOREIGN KEY (product_id) REFERENCES products (id),
  ADD CONSTRAINT count_lines_open_in_branch_id_branches_id_fk
    FOREIGN KEY (open_in_branch_id) REFERENCES branches (id),
  ADD CONSTRAINT count_lines_counted_by_id_users_id_fk
    FOREIGN KEY (counted_by_id) REFERENCES users (id);

ALTER TABLE stock_transfers
  ADD CONSTRAINT stock_transfers_from_branch_id_branches_id_fk
    FOREIGN KEY (from_branch_id) REFERENCES branches (id),
  ADD CONSTRAINT stock_transfers_to_branch_id_branches_id_fk
    FOREIGN KEY (to_branch_id) REFERENCES branches (id),
  ADD CONSTRAINT stock_transfers_created_by_id_users_id_fk
    FOREIGN KEY (created_by_id) REFERENCES users (id),
  ADD CONSTRAINT stock_transfers_sent_by_id_users_id_fk
    FOREIGN KEY (sent_by_id) REFERENCES users (id),
  ADD CONSTRAINT stock_transfers_ended_by_id_users_id_fk
    FOREIGN KEY (ended_by_id) REFERENCES users (id);

ALTER TABLE transfer_lines
  ADD CONSTRAINT transfer_lines_transfer_id_stock_transfers_id_fk
    FOREIGN KEY (transfer_id) REFERENCES stock_transfers (id),
  ADD CONSTRAINT transfer_lines_product_id_products_id_fk
    FOREIGN KEY (product_id) REFERENCES products (id);

ALTER TABLE stock_levels
  ADD CONSTRAINT stock_levels_product_id_products_id_fk
    FOREIGN KEY (product_id) REFERENCES products (id),
  ADD CONSTRAINT stock_levels_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id);

ALTER TABLE stock_movements
  ADD CONSTRAINT stock_movements_product_id_products_id_fk
    FOREIGN KEY (product_id) REFERENCES products (id),
  ADD CONSTRAINT stock_movements_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT stock_movements_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

ALTER TABLE payment_notes
  ADD CONSTRAINT payment_notes_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT payment_notes_payment_id_payments_id_fk
    FOREIGN KEY (payment_id) REFERENCES payments (id),
  ADD CONSTRAINT payment_notes_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id),
  ADD CONSTRAINT payment_notes_answered_by_id_users_id_fk
    FOREIGN KEY (answered_by_id) REFERENCES users (id),
  ADD CONSTRAINT payment_notes_opened_by_id_users_id_fk
    FOREIGN KEY (opened_by_id) REFERENCES users (id);

ALTER TABLE bank_statement_lines
  ADD CONSTRAINT bank_statement_lines_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT bank_statement_lines_bank_account_id_bank_accounts_id_fk
    FOREIGN KEY (bank_account_id) REFERENCES bank_accounts (id),
  ADD CONSTRAINT bank_statement_lines_payment_id_payments_id_fk
    FOREIGN KEY (payment_id) REFERENCES payments (id),
  ADD CONSTRAINT bank_statement_lines_matched_by_id_users_id_fk
    FOREIGN KEY (matched_by_id) REFERENCES users (id),
  ADD CONSTRAINT bank_statement_lines_loaded_by_id_users_id_fk
    FOREIGN KEY (loaded_by_id) REFERENCES users (id),
  ADD CONSTRAINT bank_statement_lines_taken_back_by_id_users_id_fk
    FOREIGN KEY (taken_back_by_id) REFERENCES users (id);

-- Foreign keys: desk
ALTER TABLE imports
  ADD CONSTRAINT imports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id),
  ADD CONSTRAINT imports_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id);

ALTER TABLE transfer_requests
  ADD CONSTRAINT transfer_requests_enrolment_id_enrolments_id_fk
    FOREIGN KEY (enrolment_id) REFERENCES enrolments (id),
  ADD CONSTRAINT transfer_requests_to_enrolment_id_enrolments_id_fk
    FOREIGN KEY (to_enrolment_id) REFERENCES enrolments (id),
  ADD CONSTRAINT transfer_requests_from_branch_id_branches_id_fk
    FOREIGN KEY (from_branch_id) REFERENCES branches (id),
  ADD CONSTRAINT transfer_requests_to_branch_id_branches_id_fk
    FOREIGN KEY (to_branch_id) REFERENCES branches (id),
  ADD CONSTRAINT transfer_requests_waived_by_id_users_id_fk
    FOREIGN KEY (waived_by_id) REFERENCES users (id),
  ADD CONSTRAINT transfer_requests_asked_by_id_users_id_fk
    FOREIGN KEY (asked_by_id) REFERENCES users (id),
  ADD CONSTRAINT transfer_requests_from_approved_by_id_users_id_fk
    FOREIGN KEY (from_approved_by_id) REFERENCES users (id),
  ADD CONSTRAINT transfer_requests_to_approved_by_id_users_id_fk
    FOREIGN KEY (to_approved_by_id) REFERENCES users (id),
  ADD CONSTRAINT transfer_requests_ended_by_id_users_id_fk
    FOREIGN KEY (ended_by_id) REFERENCES users (id),
  ADD CONSTRAINT transfer_requests_order_id_orders_id_fk
    FOREIGN KEY (order_id) REFERENCES orders (id);

-- Foreign keys: reading
ALTER TABLE reminders
  ADD CONSTRAINT reminders_branch_id_branches_id_fk
    FOREIGN KEY (branch_id) REFERENCES branches (id),
  ADD CONSTRAINT reminders_payer_parent_id_parents_id_fk
    FOREIGN KEY (payer_parent_id) REFERENCES parents (id),
  ADD CONSTRAINT reminders_payer_student_id_students_id_fk
    FOREIGN KEY (payer_student_id) REFERENCES students (id),
  ADD CONSTRAINT reminders_order_id_orders_id_fk
    FOREIGN KEY (order_id) REFERENCES orders (id),
  ADD CONSTRAINT reminders_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users (id);

-- Indexes: log
CREATE INDEX audit_log_entity ON audit_log (entity, entity_id);
CREATE INDEX audit_log_at ON audit_log (at, id);
CREATE INDEX audit_log_actor ON audit_log (actor_id, at);
CREATE INDEX audit_log_of_branch ON audit_log (coalesce(record_branch_id, branch_id), at, id);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Indexes: centre
CREATE INDEX announcements_from ON announcements (publish_from);
CREATE INDEX announcement_reads_user ON announcement_reads (user_id);
CREATE INDEX branches_search ON branches USING gin (search gin_trgm_ops);
CREATE INDEX sessions_user ON sessions (user_id);

-- Indexes: people
CREATE INDEX guardians_parent ON guardians (parent_id);
CREATE UNIQUE INDEX guardians_one_payer ON guardians (student_id) WHERE is_payer;
CREATE INDEX parents_merged ON parents (merged_into_id) WHERE merged_into_id is not null;
CREATE INDEX parents_search ON parents USING gin (search gin_trgm_ops);
CREATE INDEX parents_phone ON parents (phone);
CREATE INDEX parents_phone2 ON parents (phone2);
CREATE INDEX parents_name_key ON parents (name_key);
CREATE INDEX parents_branch_first_name ON parents (branch_id, archived, lower(first_name), id);
CREATE INDEX parents_first_name ON parents (lower(first_name), id);
CREATE INDEX parents_last_name ON parents (lower(last_name), id);
CREATE INDEX parents_created ON parents (created_at, id);
CREATE INDEX students_merged ON students (merged_into_id) WHERE merged_into_id is not null;
CREATE INDEX students_search ON students USING gin (search gin_trgm_ops);
CREATE INDEX students_phone ON students (phone);
CREATE INDEX students_name_key ON students (name_key);
CREATE INDEX students_branch_first_name ON students
  (home_branch_id, archived, lower(first_name), id);
CREATE INDEX students_first_name ON students (lower(first_name), id);
CREATE INDEX students_last_name ON students (lower(last_name), id);
CREATE INDEX students_code ON students (lower(student_code), id);
CREATE INDEX students_birthday ON students (coalesce(date_of_birth, 'infinity'::date), id);
CREATE INDEX students_birthday_down ON students (coalesce(date_of_birth, '-infinity'::date), id);
CREATE INDEX students_created ON students (created_at, id);
CREATE INDEX teachers_search ON teachers USING gin (search gin_trgm_ops);
CREATE INDEX teachers_branches ON teachers USING gin (branch_ids);
CREATE INDEX teachers_phone ON teachers (phone);

-- Indexes: catalogue
CREATE INDEX course_fees_course ON course_fees (course_id);
CREATE INDEX course_fees_series ON course_fees (series_id);
CREATE INDEX courses_search ON courses USING gin (search gin_trgm_ops);
CREATE INDEX courses_category ON courses (category_id);
CREATE INDEX exchange_rates_newest ON exchange_rates (currency, sequence);
CREATE INDEX products_search ON products USING gin (search gin_trgm_ops);
CREATE INDEX products_category ON products (category_id);
CREATE UNIQUE INDEX products_barcode ON products (barcode) WHERE barcode <> '';
CREATE INDEX course_products_product ON course_products (product_id);
CREATE UNIQUE INDEX rooms_name_unique ON rooms (branch_id, lower(name));

-- Indexes: academic
CREATE UNIQUE INDEX academic_terms_name_unique ON academic_terms (academic_year, lower(name));
CREATE UNIQUE INDEX academic_terms_one_current ON academic_terms (is_current) WHERE is_current;
CREATE UNIQUE INDEX academic_terms_one_default ON academic_terms (is_enrolment_default)
  WHERE is_enrolment_default;
CREATE INDEX academic_terms_search ON academic_terms USING gin (search gin_trgm_ops);
CREATE INDEX assessments_class ON assessments (class_id);
CREATE INDEX scores_enrolment ON scores (enrolment_id);
CREATE UNIQUE INDEX attendance_once ON attendance (session_id, student_id);
CREATE INDEX attendance_student ON attendance (student_id);
CREATE UNIQUE INDEX certificates_once ON certificates (enrolment_id) WHERE revoked_at is null;
CREATE INDEX certificates_branch ON certificates (branch_id, issued_at);
CREATE INDEX classes_branch_term ON classes (branch_id, term_id);
CREATE INDEX classes_course ON classes (course_id, term_id);
CREATE INDEX classes_fee ON classes (fee_id);
CREATE INDEX classes_teacher ON classes (teacher_id);
CREATE INDEX class_sessions_class ON class_sessions (class_id, date);
CREATE INDEX class_sessions_branch ON class_sessions (branch_id, date);
CREATE INDEX class_sessions_teacher ON class_sessions (teacher_id, date);
CREATE INDEX class_sessions_room ON class_sessions (room_id, date);
CREATE INDEX enrolment_states_enrolment ON enrolment_states (enrolment_id, at);
CREATE INDEX enrolment_states_active_at ON enrolment_states (at) WHERE status = 'active';
CREATE UNIQUE INDEX enrolments_once ON enrolments (class_id, student_id)
  WHERE status in ('waitlisted', 'pending', 'active', 'suspended');
CREATE INDEX enrolments_class ON enrolments (class_id, status);
CREATE INDEX enrolments_student ON enrolments (student_id);
CREATE INDEX enrolments_branch_term ON enrolments (branch_id, term_id, status);
CREATE INDEX enrolments_fee ON enrolments (fee_id);
CREATE INDEX enrolments_course ON enrolments (course_id);
CREATE INDEX enrolments_term ON enrolments (term_id);
CREATE INDEX enrolments_updated ON enrolments (updated_at);
CREATE INDEX enrolments_hold ON enrolments (seat_hold_until) WHERE status = 'pending';
CREATE INDEX holiday_cancellations_day ON holiday_cancellations (term_id, date);

-- Indexes: ledger
CREATE INDEX receipts_number_start ON receipts (number text_pattern_ops);
CREATE INDEX receipts_serial ON receipts (right(number, 6));
CREATE INDEX receipts_day ON receipts (branch_id, day);
CREATE INDEX deliveries_branch ON deliveries (branch_id, received_at);
CREATE INDEX deliveries_search ON deliveries USING gin (search gin_trgm_ops);
CREATE INDEX drawer_movements_shift ON drawer_movements (shift_id);
CREATE INDEX drawer_movements_payment ON drawer_movements (payment_id);
CREATE INDEX closings_shift ON closings (shift_id);
CREATE UNIQUE INDEX shifts_open ON shifts (drawer_id) WHERE closed_at is null;
CREATE INDEX shifts_day ON shifts (branch_id, day);
CREATE INDEX orders_branch ON orders (branch_id, at, id);
CREATE INDEX orders_number_start ON orders (number text_pattern_ops);
CREATE INDEX orders_serial ON orders (right(number, 6));
CREATE INDEX orders_payer_parent ON orders (payer_parent_id);
CREATE INDEX orders_payer_student ON orders (payer_student_id);
CREATE INDEX orders_owed ON orders (branch_id)
  WHERE state = 'confirmed' and total_lak > paid_lak + pending_lak;
CREATE INDEX orders_confirmed_day ON orders (branch_id, confirmed_day);
CREATE INDEX orders_hold ON orders (hold_until) WHERE state = 'held';
CREATE INDEX orders_search ON orders USING gin (search gin_trgm_ops);
CREATE INDEX order_lines_at ON order_lines (at);
CREATE INDEX order_lines_of_line ON order_lines (of_line_id);
CREATE INDEX order_lines_enrolment ON order_lines (enrolment_id);
CREATE INDEX order_lines_student ON order_lines (student_id);
CREATE INDEX order_lines_product ON order_lines (product_id);
CREATE INDEX order_lines_fee ON order_lines (fee_id);
CREATE INDEX instalments_order ON instalments (order_id);
CREATE INDEX instalments_open ON instalments (order_id, due_on) WHERE ended_at is null;
CREATE INDEX refund_requests_order ON refund_requests (order_id);
CREATE INDEX payments_branch ON payments (branch_id, at, id);
CREATE INDEX payments_history ON payments
  (branch_id, coalesce(decided_at, at), coalesce(receipt_id, id));
CREATE INDEX payments_history_of_all ON payments
  (coalesce(decided_at, at), coalesce(receipt_id, id));
CREATE INDEX payments_recorded_by ON payments (recorded_by_id, at);
CREATE INDEX payments_sum ON payments (amount_lak);
CREATE INDEX payments_by_reference ON payments (reference text_pattern_ops) WHERE reference <> '';
CREATE INDEX payments_day ON payments (branch_id, confirmed_day);
CREATE INDEX payments_payer_parent ON payments (payer_parent_id);
CREATE INDEX payments_payer_student ON payments (payer_student_id);
CREATE INDEX payments_receipt ON payments (receipt_id);
CREATE INDEX payments_rate ON payments (rate_id) WHERE rate_id is not null;
CREATE INDEX payments_shift ON payments (shift_id);
CREATE INDEX payments_pending ON payments (branch_id, at) WHERE state = 'pending';
CREATE UNIQUE INDEX payments_reference ON payments (bank_account_id, reference)
  WHERE state in ('pending', 'confirmed') and amount_lak > 0 and reference <> '';
CREATE INDEX allocations_payment ON allocations (payment_id);
CREATE INDEX allocations_order ON allocations (order_id);
CREATE INDEX allocations_refund ON allocations (refund_id);
CREATE INDEX bank_accounts_branch ON bank_accounts (branch_id);
CREATE UNIQUE INDEX bank_accounts_default ON bank_accounts (branch_id) WHERE is_default;
CREATE INDEX safe_movements_branch ON safe_movements (branch_id, at, id);
CREATE INDEX branch_settlements_from ON branch_settlements (from_branch_id, at);
CREATE INDEX branch_settlements_to ON branch_settlements (to_branch_id, at);
CREATE INDEX stock_counts_branch ON stock_counts (branch_id, opened_at);
CREATE UNIQUE INDEX count_lines_open ON count_lines (open_in_branch_id, product_id)
  WHERE open_in_branch_id is not null;
CREATE INDEX stock_transfers_from ON stock_transfers (from_branch_id, created_at);
CREATE INDEX stock_transfers_to ON stock_transfers (to_branch_id, created_at);
CREATE INDEX stock_levels_branch ON stock_levels (branch_id, product_id);
CREATE INDEX stock_movements_product ON stock_movements (product_id, at, id);
CREATE INDEX stock_movements_branch ON stock_movements (branch_id, at, id);
CREATE INDEX stock_movements_at ON stock_movements (at, id);
CREATE INDEX stock_movements_line ON stock_movements (line_id);
CREATE INDEX stock_movements_paper ON stock_movements (paper_id);
CREATE INDEX payment_notes_payment ON payment_notes (payment_id);
CREATE INDEX payment_notes_news ON payment_notes (branch_id) WHERE opened_at is null;
CREATE UNIQUE INDEX bank_statement_lines_fingerprint ON bank_statement_lines (bank_account_id,
  fingerprint) WHERE taken_back_at is null;
CREATE INDEX bank_statement_lines_day ON bank_statement_lines (bank_account_id, day);

-- Indexes: desk
CREATE INDEX imports_age ON imports (created_at);
CREATE UNIQUE INDEX transfer_requests_once ON transfer_requests (enrolment_id)
  WHERE status = 'open';
CREATE INDEX transfer_requests_enrolment ON transfer_requests (enrolment_id);
CREATE INDEX transfer_requests_from ON transfer_requests (from_branch_id, asked_at);
CREATE INDEX transfer_requests_to ON transfer_requests (to_branch_id, asked_at);
CREATE INDEX transfer_requests_hold ON transfer_requests (hold_until) WHERE status = 'open';

-- Indexes: reading
CREATE INDEX reminders_parent ON reminders (payer_parent_id);
CREATE INDEX reminders_student ON reminders (payer_student_id);
CREATE INDEX reminders_order ON reminders (order_id);

-- Functions: search

-- A student is found by the guardians too. search holds the student's own text and, behind a line
-- break, the text of the guardians. Several modules write the three tables that it follows from, so
-- the database itself keeps it.
CREATE FUNCTION student_search(own_and_rest text, student uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT split_part(own_and_rest, E'\n', 1) || coalesce(E'\n' || string_agg(
    (SELECT p.search FROM parents p WHERE p.id = g.parent_id),
    ' ' ORDER BY g.position, g.parent_id), '')
  FROM guardians g WHERE g.student_id = student
$$;

CREATE FUNCTION keep_guardians_in_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := student_search(NEW.search, NEW.id);
  RETURN NEW;
END $$;

-- Leaves a row alone that is right already.
CREATE FUNCTION search_again(student uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE students SET search = split_part(search, E'\n', 1)
  WHERE id = student AND search IS DISTINCT FROM student_search(search, id);
END $$;

-- Takes one student at a time, by the key: PostgreSQL would keep a plan for all of them for the
-- life of the connection, and a plan made while there were few students reads every row later on.
CREATE FUNCTION search_linked_students() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  linked uuid;
BEGIN
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' THEN
    FOR linked IN SELECT DISTINCT student_id FROM before LOOP
      PERFORM search_again(linked);
    END LOOP;
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' THEN
    FOR linked IN SELECT DISTINCT student_id FROM after LOOP
      PERFORM search_again(linked);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION search_children() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  child uuid;
BEGIN
  FOR child IN SELECT student_id FROM guardians WHERE parent_id = NEW.id LOOP
    PERFORM search_again(child);
  END LOOP;
  RETURN NULL;
END $$;

-- Functions: live events

-- Several modules change seats, classes and sign-ins, so the database itself tells the servers what
-- changed. PostgreSQL sends a notice at the commit, never after a rollback, and equal notices of a
-- transaction once. If a row moves, such as a student to another branch, both branches are told.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := to_jsonb(OLD) ->> TG_ARGV[1];
  now_is text := to_jsonb(NEW) ->> TG_ARGV[1];
BEGIN
  PERFORM pg_notify('branchdesk_events', TG_ARGV[0] || ':' || coalesce(now_is, was));
  IF was <> now_is THEN
    PERFORM pg_notify('branchdesk_events', TG_ARGV[0] || ':' || was);
  END IF;
  RETURN NULL;
END $$;

-- A refund request has no branch of its own; the branch of its order is told.
CREATE FUNCTION tell_asked_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('branchdesk_events', 'work:' || branch_id) FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;

-- Functions: append-only tables

-- Rows of an append-only table are never deleted and change in the named columns at most. A column
-- with a plus before its name goes from null to a value once, and never back.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
  allowed text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    FOREACH allowed IN ARRAY coalesce(TG_ARGV, '{}') LOOP
      IF left(allowed, 1) <> '+' OR before ->> substr(allowed, 2) IS NULL THEN
        before := before - ltrim(allowed, '+');
        after := after - ltrim(allowed, '+');
      END IF;
    END LOOP;
    IF after = before THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'Rows of % are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Migrations call it: SELECT append_only('orders', 'state', 'hold_until');
CREATE FUNCTION append_only(of_table regclass, VARIADIC allowed text[] DEFAULT '{}') RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  arguments text := (
    SELECT coalesce(string_agg(quote_literal(one), ', '), '') FROM unnest(allowed) one);
BEGIN
  EXECUTE format(
    'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s '
    'FOR EACH ROW EXECUTE FUNCTION refuse_change(%s)', of_table, arguments);
  EXECUTE format(
    'CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %s '
    'FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', of_table);
END $$;

-- Each step of a state happens once and leads forward.
CREATE FUNCTION refuse_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state || '>' || NEW.state = ANY (TG_ARGV) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A row of % cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state
    USING ERRCODE = 'restrict_violation';
END $$;

-- Triggers: log
SELECT append_only('audit_log');

-- Triggers: centre
SELECT append_only('announcement_reads');
CREATE TRIGGER sessions_tell AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION tell_change('person', 'user_id');
CREATE TRIGGER users_tell AFTER UPDATE OF role, branch_id, active ON users
  FOR EACH ROW EXECUTE FUNCTION tell_change('person', 'id');

-- Triggers: people
CREATE TRIGGER guardians_added AFTER INSERT ON guardians
  REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION search_linked_students();
CREATE TRIGGER guardians_changed AFTER UPDATE ON guardians
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION search_linked_students();
CREATE TRIGGER guardians_removed AFTER DELETE ON guardians
  REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION search_linked_students();
CREATE TRIGGER parents_found_by AFTER UPDATE OF search ON parents
  FOR EACH ROW WHEN (OLD.search IS DISTINCT FROM NEW.search) EXECUTE FUNCTION search_children();
-- A new student has no guardians yet, so an insert needs none of this.
CREATE TRIGGER students_keep_guardians BEFORE UPDATE OF search ON students
  FOR EACH ROW EXECUTE FUNCTION keep_guardians_in_search();
CREATE TRIGGER students_tell
  AFTER INSERT OR UPDATE OF home_branch_id, status, archived, first_name, last_name, nickname,
    date_of_birth ON students
  FOR EACH ROW EXECUTE FUNCTION tell_change('students', 'home_branch_id');

-- Triggers: catalogue
SELECT append_only('exchange_rates');
CREATE TRIGGER exchange_rates_tell AFTER INSERT ON exchange_rates
  FOR EACH ROW EXECUTE FUNCTION tell_change('rates', 'currency');

-- Triggers: academic
SELECT append_only('certificates', 'revoked_by_id', 'revoked_at', 'revoke_reason');
SELECT append_only('enrolment_states');
CREATE TRIGGER classes_tell AFTER INSERT OR UPDATE OF capacity, status, version ON classes
  FOR EACH ROW EXECUTE FUNCTION tell_change('class', 'id');
-- A session names its branch and not its class: one plan with many sessions is then one notice.
CREATE TRIGGER class_sessions_tell
  AFTER INSERT OR DELETE OR UPDATE OF date, start_time, end_time, teacher_id, room_id, status
  ON class_sessions
  FOR EACH ROW EXECUTE FUNCTION tell_change('weeks', 'branch_id');
CREATE TRIGGER enrolments_tell AFTER INSERT OR UPDATE OF status, seat_hold_until ON enrolments
  FOR EACH ROW EXECUTE FUNCTION tell_change('class', 'class_id');

-- Triggers: ledger
SELECT append_only('receipts');
SELECT append_only('prints');
SELECT append_only('number_gaps');
SELECT append_only('delivery_lines');
SELECT append_only('drawer_movements');
SELECT append_only('closings');
SELECT append_only(
  'orders', 'state', 'hold_until', 'total_lak', 'paid_lak', 'pending_lak', '+confirmed_at',
  '+confirmed_day', '+lapsed_at', '+voided_at', '+voided_by_id', '+void_reason');
SELECT append_only('order_lines');
SELECT append_only('instalments', '+ended_at');
SELECT append_only(
  'payments', 'state', 'free_lak', '+receipt_id', '+confirmed_day', '+decided_by_id', '+decided_at',
  '+voided_by_id', '+voided_at', '+reason');
SELECT append_only('allocations');
SELECT append_only('safe_movements');
SELECT append_only('branch_settlements', 'confirmed_by_id', 'confirmed_at');
SELECT append_only('stock_movements');
SELECT append_only(
  'payment_notes', 'answer', '+answered_by_id', '+answered_at', '+opened_by_id', '+opened_at');
CREATE TRIGGER forward_only BEFORE UPDATE OF state ON orders
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_step(
    'held>confirmed', 'held>lapsed', 'held>void', 'confirmed>lapsed', 'confirmed>void');
CREATE TRIGGER forward_only BEFORE UPDATE OF state ON payments
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_step(
    'pending>confirmed', 'pending>rejected', 'pending>void', 'confirmed>void');
-- Finance and the desk wait for each other's slips, questions about them and refund requests.
CREATE TRIGGER payments_tell_work AFTER INSERT OR UPDATE OF state ON payments
  FOR EACH ROW EXECUTE FUNCTION tell_change('work', 'branch_id');
CREATE TRIGGER payment_notes_tell_work AFTER INSERT OR UPDATE ON payment_notes
  FOR EACH ROW EXECUTE FUNCTION tell_change('work', 'branch_id');
CREATE TRIGGER refund_requests_tell_work AFTER INSERT OR UPDATE ON refund_requests
  FOR EACH ROW EXECUTE FUNCTION tell_asked_back();

-- Triggers: reading
SELECT append_only('reminders');
