/** The four roles of a BranchDesk account; an account has exactly one. */
export const roles = ['superadmin', 'admin', 'staff', 'finance'] as const;
export type Role = (typeof roles)[number];

/**
 * The roles that may do each action, in addition to the route guard. A superadmin may do
 * everything, so no row names one. docs/roles.md, "Actions" explains them.
 */
const rules = {
  /** Asking a second person to sign on the own screen. */
  'approvals:write': ['admin', 'staff', 'finance'],
  'branches:read': ['admin', 'staff', 'finance'],
  'branches:write': [],
  /** Name and code of every branch, for users who send stock there; nobody writes them. */
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
  /** The pay of teachers for an hour or a session, with its history. */
  'teacher-rates:read': ['admin', 'finance'],
  /** Holds for teachers of the own branch. */
  'teacher-rates:write': ['admin'],
  'staff-accounts:read': [],
  'staff-accounts:write': ['admin'],
  'academic-terms:read': ['admin', 'staff', 'finance'],
  'academic-terms:write': ['admin', 'staff'],
  /** Keeping a term the current one, and the day of the default for enrolment, for all branches. */
  'academic-terms:point': [],
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
  /** The cost of products, and the value of stock. */
  'products:cost': ['admin', 'finance'],
  /** The stock of every branch; levels are sums of movements, so nobody writes them. */
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
  /** Accepting a full class, or a time at which a person or room is taken; always with a reason. */
  'classes:override': ['admin'],
  'enrolments:read': ['admin', 'staff', 'finance'],
  'enrolments:write': ['admin', 'staff', 'finance'],
  /**
   * A confirmed seat without payment: free of charge, or to be billed later; always with a reason.
   * Others hold seats.
   */
  'enrolments:activate-unpaid': ['admin'],
  /** Suspend, withdraw and cancel, and undo these; finance decides on refunds instead. */
  'enrolments:leave': ['admin', 'staff'],
  /** Holding the seats of all continuing students who have not answered until a later day. */
  'enrolments:prolong': [],
  'transfers:read': ['admin', 'staff', 'finance'],
  /** Requesting a transfer, and withdrawing the request. */
  'transfers:write': ['admin', 'staff'],
  /** Decides for the own branch; of a transfer between branches each one decides its side. */
  'transfers:decide': ['admin'],
  /** Waiving the higher price of the new class; always with a reason. */
  'transfers:waive': ['admin'],
  'attendance:read': ['admin', 'staff', 'finance'],
  'attendance:write': ['admin', 'staff'],
  /** Changing attendance after it is locked; always with a reason. */
  'attendance:reopen': ['admin'],
  'assessments:read': ['admin', 'staff', 'finance'],
  'assessments:write': ['admin', 'staff'],
  /** Unlocking an assessment; always with a reason. */
  'assessments:unlock': ['admin'],
  'files:read': ['admin', 'staff', 'finance'],
  'files:write': ['admin', 'staff', 'finance'],
  /** Photos of people and pictures of the centre; finance uploads slips only. */
  'files:write-pictures': ['admin', 'staff'],
  /**
   * Slips of the own branch, for users who may see its payments. An admin sees only their count and
   * sum.
   */
  'slips:read': ['staff', 'finance'],
  /** Slips with the expected amounts, bank statements, and refund requests. */
  'verification:read': ['finance'],
  'verification:write': ['finance'],
  'drawers:read': ['admin', 'staff', 'finance'],
  /** Opening, counting and closing a drawer; cash in and out of it with a reason. */
  'drawers:write': ['admin', 'staff', 'finance'],
  /** A difference above the branch's limit that somebody else counted. */
  'drawers:accept': ['admin', 'finance'],
  /**
   * Counting a drawer again; of a closed day only after the day was reopened. Always with a reason.
   */
  'drawers:reopen': ['finance'],
  /** Every drawer of the branch day by day, and the totals of a day. */
  'days:read': ['finance'],
  'days:close': ['finance'],
  /** The latest day first; always with a reason. */
  'days:reopen': [],
  'safe:read': ['finance'],
  /** Moving cash from the safe to a drawer or a bank, and counting the safe. */
  'safe:write': ['finance'],
  'orders:read': ['admin', 'staff', 'finance'],
  /** Enrolling, selling and taking money at the desk; handing goods over later. */
  'orders:write': ['admin', 'staff', 'finance'],
  /** An order without paid or expected money; staff only their own, on the same day. */
  'orders:void': ['admin', 'staff'],
  /**
   * On the same day, with its drawer open: an order that has received money, or the receipt of a
   * later payment.
   */
  'payments:void': ['finance'],
  /** Every payment of the own branch; an admin sees them only as figures. */
  'payments:read': ['finance'],
  /** Nobody writes a payment directly: visits, refunds and the verification of slips do. */
  'payments:write': [],
  /** Cash refunds out of a drawer. */
  'payments:refund': ['finance'],
  /** The balances of families with their due dates; reminding a family. */
  'balances:read': ['finance'],
  'balances:write': ['finance'],
  /** Every order, payment and credit of one payer, as of any day. */
  'family-accounts:read': ['admin', 'staff', 'finance'],
  /** Extra lines at the desk that add to a bill or reduce it. */
  'orders:adjust': ['admin'],
  /** Confirming a hold with less than its minimum; always with a reason. */
  'orders:confirm-unpaid': ['admin'],
  /** The money of a range of days, its bridges, and the debts between branches. */
  'figures:read': ['finance', 'admin'],
  /** The payments by which branches settle their debts, and their arrival. */
  'settlements:write': ['finance'],
  /** The results of comparing every stored sum with its rows; and comparing now. */
  'books:read': ['finance'],
  'books:check': ['finance'],
  /** Double entry for the accountant, and the codes of its accounts. */
  'journal:read': ['finance', 'admin'],
  'journal:write': ['admin'],
  /** Results of a term, report cards and the next courses. */
  'academic-report:read': ['admin', 'staff', 'finance'],
  'certificates:read': ['admin', 'staff', 'finance'],
  /** Issuing a certificate for a pass, and revoking it with a reason. */
  'certificates:write': ['admin', 'staff'],
  /**
   * Everybody's actions; a superadmin sees those of every branch. Nobody writes it directly: every
   * action writes its entry.
   */
  'audit-log:read': ['admin'],
  'audit-log:write': [],
  /**
   * Alerts about acts that one person alone could misuse, in the queue of superadmins; closing one
   * with a note.
   */
  'alerts:read': [],
  'alerts:write': [],
  /** Backups of the whole centre with everything in it: for superadmins alone. */
  'backups:read': [],
  'backups:write': [],
  /** Bringing a whole centre in from its own sheets, and taking it out again. */
  'moves:read': [],
  'moves:write': [],
  /** The export of one person's data, and requests to erase somebody, of the own branch. */
  'personal-data:read': ['admin'],
  'personal-data:write': ['admin'],
  /** The second person of an erasure. */
  'erasures:confirm': [],
  /** The people and classes of the own branch in one file, without money. */
  'branch-export:read': ['admin'],
  'announcements:read': ['admin', 'staff', 'finance'],
  /** Writes to the own branch; only a superadmin writes to others or to all. */
  'announcements:write': ['admin'],
  /** The reports on enrolments, attendance and results, of the own branch. */
  'reports:read': ['admin', 'staff', 'finance'],
  /** The pay of teachers for the hours they taught. */
  'teacher-pay:read': ['admin', 'finance'],
  /** Open tasks, limited to the user's other permissions. */
  'queue:read': ['admin', 'staff', 'finance'],
  /** The other parts of the overview. */
  'overview:read': ['admin'],
  /** Searching everything at once; the other rules limit what it finds. */
  'find:read': ['admin', 'staff', 'finance'],
  'own-account:read': ['admin', 'staff', 'finance'],
  'own-account:write': ['admin', 'staff', 'finance'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof rules;

/** True if `role` may do `action`; the server enforces it, the screens only mirror it. */
export function can(role: string, action: Action): boolean {
  return role === 'superadmin' || (rules[action] as readonly string[]).includes(role);
}

/**
 * The roles of the accounts that `role` manages. Only a superadmin manages accounts that handle
 * slips and refunds.
 */
export function managedRoles(role: string): readonly Role[] {
  if (role === 'superadmin') return roles;
  return can(role, 'staff-accounts:write') ? ['admin', 'staff'] : [];
}

/** True if `role` works in every branch; all others see and change only rows of their own. */
export function seesAllBranches(role: string): boolean {
  return role === 'superadmin';
}
