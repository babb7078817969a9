/** The four roles of a BranchDesk account; an account has exactly one. */
export const roles = ['superadmin', 'admin', 'staff', 'finance'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may do what, on top of the route guard. A superadmin may do everything, so no row names one.
 */
const rules = {
  'branches:read': ['admin', 'staff', 'finance'],
  'branches:write': [],
  /** Name and code of every branch, for those who send stock there; nobody writes them. */
  'branch-names:read': ['admin', 'staff', 'finance'],
  'branch-names:write': [],
  'exchange-rates:read': ['admin', 'staff', 'finance'],
  'exchange-rates:write': ['admin', 'finance'],
  'school-info:read': ['admin', 'staff', 'finance'],
  'school-info:write': ['admin'],
  'students:read': ['admin', 'staff', 'finance'],
  'students:write': ['admin', 'staff'],
  'students:merge': ['admin'],
  'parents:read': ['admin', 'staff', 'finance'],
  'parents:write': ['admin'],
  'parents:merge': ['admin'],
  'teachers:read': ['admin', 'staff', 'finance'],
  'teachers:write': ['admin', 'staff'],
  'staff-accounts:read': [],
  'staff-accounts:write': ['admin'],
  'academic-terms:read': ['admin', 'staff', 'finance'],
  'academic-terms:write': ['admin', 'staff'],
  /** The current term and the term for enrolment; the whole centre has one of each. */
  'academic-terms:point': ['admin'],
  'course-categories:read': ['admin', 'staff', 'finance'],
  'course-categories:write': ['admin'],
  'courses:read': ['admin', 'staff', 'finance'],
  'courses:write': ['admin'],
  'course-fees:read': ['admin', 'staff', 'finance'],
  'course-fees:write': ['admin'],
  'discount-rules:read': ['admin', 'staff', 'finance'],
  'discount-rules:write': ['admin'],
  'product-categories:read': ['admin', 'staff', 'finance'],
  'product-categories:write': ['admin'],
  'products:read': ['admin', 'staff', 'finance'],
  'products:write': ['admin'],
  /** What a product costs the centre, and what stock is worth. */
  'products:cost': ['admin', 'finance'],
  /** On hand of every branch; levels are sums of movements, so nobody writes them. */
  'stock-levels:read': ['admin', 'staff', 'finance'],
  'stock-levels:write': [],
  'stock-movements:read': ['admin', 'finance'],
  'stock-movements:write': ['admin', 'finance'],
  'deliveries:read': ['admin', 'finance'],
  'deliveries:write': ['admin', 'finance'],
  'stock-counts:read': ['admin', 'finance'],
  'stock-counts:write': ['admin', 'finance'],
  'stock-transfers:read': ['admin', 'finance'],
  'stock-transfers:write': ['admin', 'finance'],
  'rooms:read': ['admin', 'staff', 'finance'],
  'rooms:write': ['admin', 'staff'],
  'classes:read': ['admin', 'staff', 'finance'],
  'classes:write': ['admin', 'staff'],
  /**
   * Accepting a full class, or a time at which somebody or a room is taken; always with a reason.
   */
  'classes:override': ['admin'],
  'enrolments:read': ['admin', 'staff', 'finance'],
  'enrolments:write': ['admin', 'staff', 'finance'],
  /**
   * A place for good without money: free of charge, or to be billed later; always with a reason.
   * Others hold seats.
   */
  'enrolments:activate-unpaid': ['admin'],
  /** Suspend, withdraw and cancel, and undo these; finance decides on refunds instead. */
  'enrolments:leave': ['admin', 'staff'],
  'transfers:read': ['admin', 'staff', 'finance'],
  /** Asking for a change of class, and taking that back. */
  'transfers:write': ['admin', 'staff'],
  /** For the own branch; across branches each decides its side. */
  'transfers:decide': ['admin'],
  /** What the new class costs more is not charged; always with a reason. */
  'transfers:waive': ['admin'],
  'attendance:read': ['admin', 'staff', 'finance'],
  'attendance:write': ['admin', 'staff'],
  /** Attendance older than the days in which it can be changed freely; always with a reason. */
  'attendance:reopen': ['admin'],
  'assessments:read': ['admin', 'staff', 'finance'],
  'assessments:write': ['admin', 'staff'],
  /** A locked assessment; always with a reason. */
  'assessments:unlock': ['admin'],
  'files:read': ['admin', 'staff', 'finance'],
  'files:write': ['admin', 'staff', 'finance'],
  /** Photos of people and pictures of the centre; finance uploads slips only. */
  'files:write-pictures': ['admin', 'staff'],
  /**
   * Slips of the own branch, for those who may see its payments. An admin sees their count and sum
   * only.
   */
  'slips:read': ['staff', 'finance'],
  /** Slips with what was expected of them, bank statements, and what was asked back. */
  'verification:read': ['finance'],
  'verification:write': ['finance'],
  'drawers:read': ['admin', 'staff', 'finance'],
  /** Opening, counting and closing a drawer; money in and out of it with a reason. */
  'drawers:write': ['admin', 'staff', 'finance'],
  /** A difference above the branch's limit, counted by somebody else. */
  'drawers:accept': ['admin', 'finance'],
  /** A drawer is counted again; of a closed day only after its day. Always with a reason. */
  'drawers:reopen': ['finance'],
  /** Every drawer of the branch day by day, and what a day came to. */
  'days:read': ['finance'],
  'days:close': ['finance'],
  /** Newest first; always with a reason. */
  'days:reopen': [],
  'safe:read': ['finance'],
  /** Out of the safe to a drawer or a bank, and counting it. */
  'safe:write': ['finance'],
  'orders:read': ['admin', 'staff', 'finance'],
  /** Enrolling, selling and taking money at the desk; handing over later. */
  'orders:write': ['admin', 'staff', 'finance'],
  /** An order with nothing paid or expected; staff their own, on the same day. */
  'orders:void': ['admin', 'staff'],
  /** Same day, its drawer open: an order with money in it, or the receipt of a later payment. */
  'payments:void': ['finance'],
  /** Every payment of the own branch; an admin reads them as figures. */
  'payments:read': ['finance'],
  /** Nobody writes a payment by itself: visits, refunds and the check of slips do. */
  'payments:write': [],
  /** Money that goes back out of a drawer. */
  'payments:refund': ['finance'],
  /** Who owes a branch what since when; reminding a family of it. */
  'balances:read': ['finance'],
  'balances:write': ['finance'],
  /** Every order, payment and credit of one payer, as of any day. */
  'family-accounts:read': ['admin', 'staff', 'finance'],
  /** A free line of the desk that adds to a bill or takes off it. */
  'orders:adjust': ['admin'],
  /** A hold is confirmed with less than its minimum; always with a reason. */
  'orders:confirm-unpaid': ['admin'],
  /** The money of a range of days, its bridges, and what branches owe each other. */
  'figures:read': ['finance', 'admin'],
  /** What a branch paid another one for what it owed, and that it came. */
  'settlements:write': ['finance'],
  /** Whether every stored sum is what its rows add up to; and comparing them now. */
  'books:read': ['finance'],
  'books:check': ['finance'],
  /** Double entry for the accountant, and the codes of its accounts. */
  'journal:read': ['finance', 'admin'],
  'journal:write': ['admin'],
  /** Results of a term, report cards and who may go on. */
  'academic-report:read': ['admin', 'staff', 'finance'],
  'certificates:read': ['admin', 'staff', 'finance'],
  /** Issuing one for a pass, and revoking it with a reason. */
  'certificates:write': ['admin', 'staff'],
  /**
   * Who did what; a superadmin of every branch. Nobody writes it: it is written by what they do.
   */
  'audit-log:read': ['admin'],
  'audit-log:write': [],
  'announcements:read': ['admin', 'staff', 'finance'],
  /** For the own branch; for others and for all of them it takes a superadmin. */
  'announcements:write': ['admin'],
  /** The reports on enrolments, attendance and results, of the own branch. */
  'reports:read': ['admin', 'staff', 'finance'],
  /** What teachers get for the hours they taught. */
  'teacher-pay:read': ['admin'],
  /** What waits for somebody, cut to what they may do. */
  'queue:read': ['admin', 'staff', 'finance'],
  /** The other parts of the overview. */
  'overview:read': ['admin'],
  /** Searching everything at once; what is found of it follows the rules above. */
  'find:read': ['admin', 'staff', 'finance'],
  'own-account:read': ['admin', 'staff', 'finance'],
  'own-account:write': ['admin', 'staff', 'finance'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof rules;

/** Whether `role` may do `action`; the server enforces it, the screens only mirror it. */
export function can(role: string, action: Action): boolean {
  return role === 'superadmin' || (rules[action] as readonly string[]).includes(role);
}

/**
 * The roles of the accounts that `role` looks after. Accounts that handle slips and refunds are a
 * superadmin's alone.
 */
export function managedRoles(role: string): readonly Role[] {
  if (role === 'superadmin') return roles;
  return can(role, 'staff-accounts:write') ? ['admin', 'staff'] : [];
}

/** Whether `role` works in every branch; all others see and change only rows of their own. */
export function seesAllBranches(role: string): boolean {
  return role === 'superadmin';
}
