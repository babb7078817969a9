/**
 * The columns of texts that an erasure does not read, each under the reason why it has no place for
 * a person's name. A column that stands neither here nor in `erase_person` fails
 * `tests/server/erased-traces.test.ts`.
 */
const groups: readonly (readonly [reason: string, columns: string])[] = [
  [
    'What the centre tells the public of itself, and its accounts at banks by their numbers: it is ' +
      'no text about somebody, and the centre changes it when it changes',
    `
    bank_accounts: account_no
    branches: branch_name branch_name_lo district paper phone province_code search village
    school_info: address centre_name_en centre_name_lo email facebook phone tax_no web
    `,
  ],
  [
    'A code or number that the server gives, or that a rule of the contract shapes',
    `
    academic_terms: academic_year code
    branches: code
    certificates: number
    classes: class_code
    course_categories: code
    courses: code
    deliveries: number
    journal_accounts: code
    moves: signed_code
    orders: number
    product_categories: code
    products: barcode sku
    receipts: number
    stock_counts: number search
    stock_movements: paper_number
    stock_transfers: number search
    students: student_code
    teachers: teacher_code
    `,
  ],
  [
    'A word of a list, a colour, a time of day, or a setting',
    `
    academic_terms: status
    announcement_files: type
    announcements: from_time until_time
    approvals: kind
    assessments: status type
    attendance: status
    audit_log: action entity role
    bank_statement_lines: time
    branches: minimum_rule
    class_results: result
    class_sessions: end_time start_time status
    classes: delivery_mode slots status
    closings: act
    course_categories: colour
    course_fees: basis prorate
    drawer_movements: paid_out_kind
    enrolment_leavings: status
    enrolment_states: source status
    enrolments: basis status type
    files: purpose type
    finished_steps: kind
    guardians: relation
    import_keys: kind
    move_rows: state
    move_sheets: kind
    moves: list state
    number_gaps: kind
    number_series: kind
    parents: district preferred_language province_code village
    permission_sets: adds removes
    prints: paper
    products: unit
    refund_requests: state
    saved_views: screen
    school_info: default_language
    scores: mark
    stock_counts: status
    stock_movements: paper type
    stock_transfers: status
    students: district gender grade nationality province_code source status village
    teachers: employment_type gender nationality status unavailability
    users: role seen_news
    `,
  ],
  [
    'A hash, a key or a sealed secret',
    `
    account_devices: key_hash
    account_pins: pin_hash
    announcement_files: outside_sha256
    approvals: token_hash
    backups: sha256
    books: chain_head
    certificates: hash
    files: outside_sha256
    idempotency_keys: key request_hash
    passkey_challenges: challenge token_hash
    passkeys: credential_id public_key
    receipts: hash previous_hash
    recovery_codes: code_hash
    remembered_devices: key_hash
    rescue_codes: code_hash
    second_factors: secret
    sessions: token_hash
    setup_codes: code_hash
    sign_in_attempts: bucket
    users: draft_key password_hash
    `,
  ],
  [
    'Sums, ids and facts that the server writes by itself',
    `
    backups: detail file_name
    bank_accounts: statement_columns
    centre_exports: file_name
    closings: content
    course_products: needed
    days: totals
    kept_days: figures
    kept_payment_sums: sums
    move_rows: beside money
    move_sheets: answers beside_rows defaults matching
    moved_money: money
    moves: undo
    offline_cash: sums
    opening_cash: sums
    receipts: content
    restores: file_name highest
    shifts: counts
    transfer_requests: sums
    `,
  ],
  [
    'Made from the columns beside it, which are read',
    `
    academic_terms: search
    announcements: search
    course_categories: search
    course_fees: search
    courses: search
    discount_rules: search
    orders: search
    parents: name_key search
    product_categories: search
    products: search
    rooms: search
    students: name_key search
    teachers: name_key search
    users: search
    `,
  ],
  [
    'The browser, device and address as the server reads them from a request; they end with the ' +
      'session, and in the log after the months of the setting',
    `
    audit_log: client_key device ip request_id
    remembered_devices: address device_name
    sessions: address device_name
    `,
  ],
  [
    'Read otherwise: the actor by the id beside it, certificates by their place, and signatures ' +
      'forget whom they name once they are spent',
    `
    approvals: content
    audit_log: actor_name entity_id
    certificates: content
    `,
  ],
];

export const namelessColumns: ReadonlySet<string> = new Set(
  groups.flatMap(([, columns]) =>
    columns
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [table = '', names = ''] = line.trim().split(': ');
        return names.split(' ').map((name) => `${table}.${name}`);
      }),
  ),
);
