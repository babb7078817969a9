import {
  ArrowRightLeft,
  BadgePercent,
  Banknote,
  CheckCheck,
  CirclePause,
  CirclePlay,
  Hourglass,
  LogOut,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EnrolmentChange } from '#contract/classes/enrolling.ts';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { Stack } from '#src/components/kit/layout.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PanelText, Panel, PanelList } from '#src/components/kit/panel.tsx';
import { deskPath } from '#src/entities/order/desk-path.ts';
import { type OrderAct, orderPath } from '#src/entities/order/order-path.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { transferPath, transferRequestPath } from '#src/entities/enrolment/place.ts';

export type EnrolmentAction = EnrolmentChange | 'fee';

type Step = { key: string; icon: LucideIcon; label: string; means: string } & (
  { act: EnrolmentAction } | { to: string }
);

/** The cost or the credit of each step of an active enrolment, in words. */
export function useMeans({ left }: EnrolmentPage) {
  const { t } = useTranslation('enrolment');
  const sessions = left ? left.bought - left.used : 0;
  const value = formatNumber(left?.valueLAK ?? 0);
  const used = left
    ? t('means.used', { count: left.bought, used: left.used, bought: left.bought, value })
    : '';
  return {
    sessions,
    suspend: `${t('means.suspend')} ${used}`.trim(),
    resume: t('means.resume'),
    withdraw: left ? t('means.withdraw', { sessions, value }) : t('means.withdrawFree'),
    complete: t('means.complete'),
    transfer: t('means.transfer', { value }),
    fee: t('means.fee', { count: sessions }),
  };
}

/** The steps of a student who is in the class. */
function useRunning(row: EnrolmentPage): Step[] {
  const { t } = useTranslation(['enrolment', 'allocation']);
  const [mayLeave, mayMove, mayAdjust, writes] = [
    useCan('enrolments:leave'),
    useCan('transfers:write'),
    useCan('orders:adjust'),
    useCan('orders:write'),
  ];
  const means = useMeans(row);
  if (row.status !== 'active' && row.status !== 'suspended') return [];
  const isCharged = row.orders.some(({ state }) => state === 'confirmed') && row.left !== null;
  const turn: Step =
    row.status === 'active'
      ? {
          key: 'suspend',
          act: 'suspend',
          icon: CirclePause,
          label: t('allocation:roster.do.suspend'),
          means: means.suspend,
        }
      : {
          key: 'resume',
          act: 'resume',
          icon: CirclePlay,
          label: t('allocation:roster.do.resume'),
          means: means.resume,
        };
  if (row.openTransfer) return [];
  const isUnbilled = row.orders.length === 0 && !row.isFree && row.type === 'regular';
  return [
    ...(writes && isUnbilled
      ? [
          {
            key: 'bill',
            to: deskPath('bill', row._id),
            icon: Banknote,
            label: t('acts.bill'),
            means: t('means.bill'),
          },
        ]
      : []),
    ...(mayLeave ? [turn] : []),
    ...(mayMove && isCharged && row.transferToId === null
      ? [
          {
            key: 'transfer',
            to: transferPath(row._id),
            icon: ArrowRightLeft,
            label: t('acts.transfer'),
            means: means.transfer,
          },
        ]
      : []),
    ...(mayAdjust && isCharged && means.sessions > 0
      ? [
          {
            key: 'fee',
            act: 'fee' as const,
            icon: BadgePercent,
            label: t('acts.fee'),
            means: means.fee,
          },
        ]
      : []),
    ...(mayLeave && (row.left === null ? row.ahead === 0 : means.sessions === 0)
      ? [
          {
            key: 'complete',
            act: 'complete' as const,
            icon: CheckCheck,
            label: t('allocation:roster.do.complete'),
            means: means.complete,
          },
        ]
      : []),
    ...(mayLeave
      ? [
          {
            key: 'withdraw',
            act: 'withdraw' as const,
            icon: LogOut,
            label: t('allocation:roster.do.withdraw'),
            means: means.withdraw,
          },
        ]
      : []),
  ];
}

/**
 * The steps of a hold, an expired hold or a waiting student; they happen at the order if one
 * charges the seat.
 */
function useWaiting(row: EnrolmentPage): Step[] {
  const { t } = useTranslation(['enrolment', 'allocation', 'orders']);
  const [mayLeave, mayActivate, writes] = [
    useCan('enrolments:leave'),
    useCan('enrolments:activate-unpaid'),
    useCan('orders:write'),
  ];
  if (
    row.openTransfer ||
    (row.status !== 'pending' && row.status !== 'waitlisted' && row.status !== 'expired')
  )
    return [];
  const order = row.orders.find(({ state }) => state === 'held' || state === 'confirmed');
  const atOrder = (act: OrderAct, icon: LucideIcon): Step => ({
    key: act,
    to: orderPath(order?._id ?? '', act),
    icon,
    label: t(`orders:acts.${act}`),
    means: t('means.atOrder', { number: order?.number }),
  });
  if (order)
    return writes
      ? [atOrder('pay', Banknote), atOrder('prolong', Hourglass), atOrder('void', X)]
      : [];
  if (row.orders.length > 0) return [];
  const own = (act: EnrolmentChange, icon: LucideIcon, means: string): Step => ({
    key: act,
    act,
    icon,
    label: t(`allocation:roster.do.${act}`),
    means,
  });
  return [
    ...(row.status === 'waitlisted' ? [] : [own('renewHold', Hourglass, t('means.renewHold'))]),
    ...(mayActivate ? [own('activate', CirclePlay, t('means.activate'))] : []),
    ...(mayLeave && row.status !== 'expired' ? [own('cancel', X, t('means.cancel'))] : []),
  ];
}

/** While a transfer is requested, only the request changes the enrolment. */
function useAsked({ openTransfer }: EnrolmentPage): Step[] {
  const { t } = useTranslation('enrolment');
  if (!openTransfer) return [];
  const { _id, holdUntil, fromClassCode, toClassCode } = openTransfer;
  return [
    {
      key: 'asked',
      to: transferRequestPath(_id),
      icon: ArrowRightLeft,
      label: t('acts.asked'),
      means: t('means.asked', {
        from: fromClassCode,
        to: toClassCode,
        time: formatDateTime(holdUntil),
      }),
    },
  ];
}

/** The possible next steps, each with its cost or credit. */
export function ActionsPanel({
  row,
  onAct,
}: {
  row: EnrolmentPage;
  onAct: (act: EnrolmentAction) => void;
}) {
  const { t } = useTranslation('enrolment');
  const isOnline = useOnline();
  const [asked, running, waiting] = [useAsked(row), useRunning(row), useWaiting(row)];
  const steps = [...asked, ...running, ...waiting];
  if (steps.length === 0) return null;
  return (
    <Panel id="place-acts" title={t('acts.title')}>
      {!isOnline && <PanelText isMuted>{t('acts.offline')}</PanelText>}
      <PanelList>
        {steps.map((step) => {
          const { key, icon, label, means } = step;
          return (
            <li key={key}>
              <Stack gap={1}>
                {'to' in step ? (
                  <LinkButton wraps icon={icon} to={step.to} aria-describedby={`act-${key}`}>
                    {label}
                  </LinkButton>
                ) : (
                  <Button
                    wraps
                    icon={icon}
                    disabled={!isOnline}
                    aria-describedby={`act-${key}`}
                    onClick={() => onAct(step.act)}
                  >
                    {label}
                  </Button>
                )}
                <small id={`act-${key}`}>{means}</small>
              </Stack>
            </li>
          );
        })}
      </PanelList>
    </Panel>
  );
}
