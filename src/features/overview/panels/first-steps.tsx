import { Circle, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StepsDone } from '#contract/reports/overview.ts';
import { firstSteps, type FirstStep } from '#contract/reports/overview-parts.ts';
import { can, type Action } from '#contract/roles.ts';
import { useOverviewPart } from '#src/features/overview/overview-queries.ts';
import styles from '#src/features/overview/overview.module.css';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { OverviewPanel } from './panel.tsx';

const ways: Record<FirstStep, { to: string; action: Action }> = {
  centre: { to: paths.schoolInfo, action: 'school-info:write' },
  term: { to: paths.terms, action: 'academic-terms:write' },
  rooms: { to: `${paths.allocateClasses}?rooms`, action: 'rooms:write' },
  course: { to: paths.addCourse, action: 'courses:write' },
  fee: { to: paths.addFee, action: 'course-fees:write' },
  teacher: { to: paths.addTeacher, action: 'teachers:write' },
  class: { to: paths.addClass, action: 'classes:write' },
  rates: { to: paths.exchangeRate, action: 'exchange-rates:write' },
  superadmin: { to: paths.addStaff, action: 'staff-accounts:read' },
  backup: { to: `${paths.schoolInfo}#backups`, action: 'backups:write' },
};

/**
 * The setup steps that a new centre still needs before it can take a student; hidden once all are
 * done.
 */
export function FirstSteps() {
  const { t } = useTranslation('overview');
  const role = useStore(({ user }) => user.role);
  const { answer } = useOverviewPart<StepsDone>('steps');
  // The pages for teachers belong to the desk, and an admin would be redirected from them.
  const own = firstSteps.filter(
    (step) => can(role, ways[step].action) && !(step === 'teacher' && role === 'admin'),
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
            </li>
          ))}
        </ol>
      </OverviewPanel>
    </div>
  );
}
