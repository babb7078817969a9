import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Drawer } from '#contract/money/drawers.ts';
import { Button } from '#src/components/kit/button.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { Stack, HeadLine } from '#src/components/kit/layout.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { OpenDrawerDialog } from '#src/entities/drawer/open-drawer-dialog.tsx';
import { useDrawer, useDrawers } from '#src/entities/drawer/use-drawer.ts';
import { formatTime } from '#src/lib/text/format.ts';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { ClosedDrawer } from '#src/entities/drawer/closed-drawer.tsx';
import { DrawerCountPage } from './count-page.tsx';
import { DRAWER_VIEW } from '#src/entities/drawer/drawer-path.ts';
import { useShift } from '#src/entities/drawer/drawer-queries.ts';
import { OpenDrawer } from './open-drawer.tsx';

const Loading = () => <p role="status">{useTranslation('common').t('loading')}</p>;

type DrawerProps = {
  drawer: Drawer;
  usable: readonly Drawer[];
  branchId: string;
  onChoose: (id: string) => void;
};

/** The closed drawer of this device: open it, or print its last paper again. */
function Shut({ drawer, usable, branchId, onChoose }: DrawerProps) {
  const { t } = useTranslation('drawer');
  const [isOpening, setOpening] = useState(false);
  const isAway = useServerUnreachable();
  const last = useShift(drawer.lastShiftId ?? undefined);
  return (
    <>
      <Toolbar>
        <Button look="solid" disabled={isAway} onClick={() => setOpening(true)}>
          {t('openDrawer')}
        </Button>
      </Toolbar>
      {last.data ? (
        <ClosedDrawer key={last.data._id} shift={last.data} />
      ) : (
        last.error && (
          <LoadFailed error={last.error} failed={t('failed')} onRetry={() => void last.refetch()} />
        )
      )}
      {isOpening && (
        <OpenDrawerDialog
          key={drawer._id}
          branchId={branchId}
          drawer={drawer}
          usable={usable}
          onChoose={onChoose}
          onClose={() => setOpening(false)}
        />
      )}
    </>
  );
}

function Content({ drawer, usable, isCounting, ...props }: DrawerProps & { isCounting: boolean }) {
  const { t } = useTranslation('drawer');
  const navigate = useNavigate();
  const shift = useShift(drawer.shift?._id);
  if (drawer.shift === null) return <Shut drawer={drawer} usable={usable} {...props} />;
  if (!shift.data)
    return shift.error ? (
      <LoadFailed error={shift.error} failed={t('failed')} onRetry={() => void shift.refetch()} />
    ) : (
      <Loading />
    );
  if (isCounting)
    return (
      <DrawerCountPage
        key={shift.data._id}
        shift={shift.data}
        onClosed={() => void navigate(DRAWER_VIEW, { replace: true })}
      />
    );
  return (
    <OpenDrawer
      shift={shift.data}
      others={usable.filter(({ _id, shift: open }) => _id !== drawer._id && open !== null)}
    />
  );
}

/** The choice of a drawer if the branch has several. */
function WhichDrawer({ drawer, usable, onChoose }: Omit<DrawerProps, 'branchId'>) {
  const { t } = useTranslation('payment');
  if (usable.length < 2) return null;
  return (
    <InputBox>
      <select
        aria-label={t('drawer.which')}
        value={drawer._id}
        onChange={({ target }) => onChoose(target.value)}
      >
        {usable.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </InputBox>
  );
}

/** The drawer of this device at the desk: open, look into, count and close it. */
export function DrawerPage() {
  const { t } = useTranslation('drawer');
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const branchId = useNewRecordBranchId();
  const drawers = useDrawers(branchId);
  const { drawer, usable, choose } = useDrawer(branchId);
  if (!drawer) {
    return (
      <>
        <PageHeader title={t('anyTitle')} back={pathname} />
        {drawers.error ? (
          <LoadFailed
            error={drawers.error}
            failed={t('failed')}
            onRetry={() => void drawers.refetch()}
          />
        ) : drawers.isSuccess ? (
          <p>{t('noDrawer')}</p>
        ) : (
          <Loading />
        )}
      </>
    );
  }
  const { shift } = drawer;
  const isCounting = params.get('step') === 'count' && shift !== null;
  return (
    <Stack>
      <PageHeader
        key={String(isCounting)}
        title={t(isCounting ? 'close' : 'title', { name: drawer.name })}
        back={isCounting ? `${pathname}${DRAWER_VIEW}` : pathname}
      >
        {!isCounting && <WhichDrawer drawer={drawer} usable={usable} onChoose={choose} />}
      </PageHeader>
      <HeadLine>
        <Mark on={shift !== null} label={t(shift === null ? 'isShut' : 'isOpen')} />
        {shift && t('openedBy', { at: formatTime(shift.openedAt), name: shift.openedBy })}
      </HeadLine>
      <Suspense fallback={<Loading />}>
        <Content
          drawer={drawer}
          usable={usable}
          branchId={branchId}
          isCounting={isCounting}
          onChoose={choose}
        />
      </Suspense>
    </Stack>
  );
}
