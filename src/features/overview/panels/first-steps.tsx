import { Circle, CircleCheck, CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StepsDone } from '#contract/reports/overview.ts';
import { firstSteps, type FirstStep } from '#contract/reports/overview-parts.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { askHelp } from '#src/lib/browser/above-page.ts';
import { can, type Action } from '#contract/roles.ts';
import { useOverviewPart } from '#src/features/overview/overview-queries.ts';
import styles from '#src/features/overview/overview.module.css';
import { paths } from '#src/lib/paths.ts';
import { useGrant } from '#src/lib/session/use-can.ts';
import { OverviewPanel } from './panel.tsx';

type Way = {
  to: string;
  action: Action;
  /** The text of the manual that explains it. */
  help: string;
};

const ways: Record<FirstStep, Way> = {
  centre: { to: paths.schoolInfo, action: 'school-info:write', help: 'admin/first-week' },
  branches: { to: paths.schoolBranch, action: 'branches:write', help: 'help/branches' },
  bankAccount: { to: paths.schoolBranch, action: 'branches:write', help: 'help/branches' },
  term: { to: paths.terms, action: 'academic-terms:write', help: 'admin/term' },
  rooms: {
    to: `${paths.allocateClasses}?rooms`,
    action: 'rooms:write',
    help: 'admin/classes',
  },
  course: { to: paths.addCourse, action: 'courses:write', help: 'help/courses' },
  fee: { to: paths.addFee, action: 'course-fees:write', help: 'admin/prices-and-discounts' },
  teacher: { to: paths.addTeacher, action: 'teachers:write', help: 'help/teachers' },
  class: { to: paths.addClass, action: 'classes:write', help: 'admin/classes' },
  rates: {
    to: paths.exchangeRate,
    action: 'exchange-rates:write',
    help: 'finance/exchange-rates',
  },
  movingIn: {
    to: `${paths.schoolInfo}?view=moving-in`,
    action: 'moves:write',
    help: 'admin/first-week',
  },
  staff: { to: paths.addStaff, action: 'staff-accounts:read', help: 'admin/people-and-rights' },
  superadmin: {
    to: paths.addStaff,
    action: 'staff-accounts:read',
    help: 'admin/people-and-rights',
  },
  secondFactor: {
    to: paths.schoolInfo,
    action: 'school-info:write',
    help: 'admin/people-and-rights',
  },
  backup: { to: `${paths.schoolInfo}#backups`, action: 'backups:write', help: 'owner' },
};

/**
 * The setup steps that a new centre still needs before it can take a student; hidden once all are
 * done.
 */
export function FirstSteps() {
  const { t } = useTranslation('overview');
  const grant = useGrant();
  const { role } = grant;
  const { answer } = useOverviewPart<StepsDone>('steps');
  // The pages for teachers belong to the desk, and an admin would be redirected from them.
  const own = firstSteps.filter(
    (step) => can(grant, ways[step].action) && !(step === 'teacher' && role === 'admin'),
  );
  if (!answer || own.every((step) => answer[step])) return null;
  return (
    <div className={styles.box}>
      <OverviewPanel
        title={t('firstSteps')}
        aside={t('firstOf', { done: own.filter((step) => answer[step]).length, all: own.length })}
        isBare
      >
        <ol className={`${styles.links} ${styles.steps}`}>
          {own.map((step) => (
            <li key={step}>
              <Link to={ways[step].to} data-done={answer[step]}>
                {answer[step] ? (
                  <CircleCheck aria-hidden size={20} />
                ) : (
                  <Circle aria-hidden size={20} />
                )}
                <span>
                  <strong>{t(`first.${step}`)}</strong>
                  {answer[step] && <small>{t('stepDone')}</small>}
                </span>
              </Link>
              <IconButton
                icon={CircleHelp}
                label={t('stepHelp', { step: t(`first.${step}`) })}
                onClick={() => askHelp(ways[step].help)}
              />
            </li>
          ))}
        </ol>
      </OverviewPanel>
    </div>
  );
}
