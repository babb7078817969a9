import { lentActions } from '#contract/rights/lent-actions.ts';

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
  /** Taking the second factor off somebody who lost phone and codes. */
  'second-factors:remove': [],
  /** Sets of rights that a superadmin adds to or takes from a role. */
  'permission-sets:read': [],
  'permission-sets:write': [],
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
  /** A discount by hand, up to the limit of the branch or of the permission set. */
  'orders:discount': ['admin', 'staff'],
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
  /** The document that describes every route of the server. */
  'api-docs:read': ['admin'],
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

/** Every action, in the order of the table above. */
export const actions = Object.keys(rules) as Action[];

/** The roles that have an action; a superadmin is never named. */
export const rolesOfAction = (action: Action): readonly Role[] => rules[action];

/** What a set changes for the right that carries it (docs/roles.md, "Permission sets"). */
export type RightsChange = {
  name: string;
  /** Actions that the role alone does not have. */
  adds: string[];
  /** Actions of the role that are taken away. */
  removes: string[];
  /** The largest discount by hand in per cent; null for the limit of the branch. */
  discountLimitPercent: number | null;
};

/** The right with which somebody acts: a role, and perhaps a permission set on it. */
export type Grant = { role: string; permissionSet?: RightsChange | null | undefined };

/** RuleFacts of the thing that is acted on, where a rule depends on them. */
export type RuleFacts = {
  /** The person who asks made it. */
  isOwn?: boolean;
  /** It was made today, by the clock of Vientiane. */
  isToday?: boolean;
  /** The discount by hand, and the limit of the branch, in per cent. */
  discount?: { percent: number; limitPercent: number };
};

const plainReasons = ['superadmin', 'role', 'otherRoles', 'nobody', 'notOwn', 'notToday'] as const;
const setReasons = ['setAdds', 'setRemoves'] as const;

/** The codes of every reason. */
export const ruleReasons = [...plainReasons, ...setReasons, 'aboveLimit'] as const;

/** The reason of an answer; `code` is the key of its sentence in the words `rights`. */
export type Because =
  | { code: (typeof plainReasons)[number] }
  | { code: (typeof setReasons)[number]; set: string }
  | { code: 'aboveLimit'; limitPercent: number };

export type RightAnswer = {
  allowed: boolean;
  because: Because;
  /** True if it is refused, but a second person's signature lends the right for one act. */
  isSigned: boolean;
  /** The facts on which an allowed answer still depends. */
  depends: 'ownToday' | 'limit' | null;
};

/** The rule of role and set alone, before the facts of a thing. */
function ruleOf({ role, permissionSet: set }: Grant, action: Action): [boolean, Because] {
  if (role === 'superadmin') return [true, { code: 'superadmin' }];
  if (set?.removes.includes(action)) return [false, { code: 'setRemoves', set: set.name }];
  const allowed = rolesOfAction(action);
  if (allowed.some((one) => one === role)) return [true, { code: 'role' }];
  if (set?.adds.includes(action)) return [true, { code: 'setAdds', set: set.name }];
  return [false, { code: allowed.length === 0 ? 'nobody' : 'otherRoles' }];
}

/** The largest discount by hand in per cent of this right where the branch has such a limit. */
export function discountLimit(grant: Grant, limitPercent: number): number {
  if (!can(grant, 'orders:discount')) return 0;
  if (can(grant, 'orders:adjust')) return 100;
  return grant.permissionSet?.discountLimitPercent ?? limitPercent;
}

/** The reason why facts refuse what role and set allow; undefined if they do not. */
function refusedByFacts(grant: Grant, action: Action, facts: RuleFacts): Because | undefined {
  if (action === 'orders:void' && grant.role === 'staff') {
    if (facts.isOwn === false) return { code: 'notOwn' };
    if (facts.isToday === false) return { code: 'notToday' };
  }
  if (action === 'orders:discount' && facts.discount) {
    const limitPercent = discountLimit(grant, facts.discount.limitPercent);
    if (facts.discount.percent > limitPercent) return { code: 'aboveLimit', limitPercent };
  }
  return undefined;
}

function dependsOn({ role, ...grant }: Grant, action: Action): RightAnswer['depends'] {
  if (action === 'orders:void' && role === 'staff') return 'ownToday';
  const isLimited = action === 'orders:discount' && !can({ role, ...grant }, 'orders:adjust');
  return isLimited ? 'limit' : null;
}

/** True if the clerk may bring the signature of somebody who has the action. */
function isLent(grant: Grant, action: Action): boolean {
  const needed = action === 'orders:discount' ? action : lentActions[action];
  return needed !== undefined && can(grant, needed) && can(grant, 'approvals:write');
}

/**
 * Tells whether this right allows the action, and why. It is the one answer behind the refusals of
 * the server, the buttons of the screens and the page of rights, so that they cannot disagree.
 * Without facts it answers for the action as such, and `depends` names what is still open.
 */
export function why(grant: Grant, action: Action, facts: RuleFacts = {}): RightAnswer {
  const [allowed, because] = ruleOf(grant, action);
  if (!allowed) return { allowed, because, isSigned: isLent(grant, action), depends: null };
  const refused = refusedByFacts(grant, action, facts);
  if (refused) {
    const isSigned = refused.code === 'aboveLimit' && isLent(grant, action);
    return { allowed: false, because: refused, isSigned, depends: null };
  }
  return { allowed, because, isSigned: false, depends: dependsOn(grant, action) };
}

/** True if this right allows the action; the server enforces it, the screens only mirror it. */
export function can(grant: Grant, action: Action, facts: RuleFacts = {}): boolean {
  return ruleOf(grant, action)[0] && refusedByFacts(grant, action, facts) === undefined;
}

/**
 * The roles of the accounts that this right manages. Only a superadmin manages accounts that handle
 * slips and refunds. Nobody gives a role that has a right which a set has taken from them.
 */
export function managedRoles(grant: Grant): readonly Role[] {
  if (grant.role === 'superadmin') return roles;
  if (!can(grant, 'staff-accounts:write')) return [];
  const taken = (grant.permissionSet?.removes ?? []) as Action[];
  const managed: readonly Role[] = ['admin', 'staff'];
  return managed.filter((role) => !taken.some((action) => rolesOfAction(action).includes(role)));
}

/** True if `role` works in every branch; all others see and change only rows of their own. */
export function seesAllBranches(role: string): boolean {
  return role === 'superadmin';
}
