import { User } from 'lucide-react';
import { useMemo } from 'react';
import type { StudentCard } from '#contract/people/student-cards.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { barsPath, modulesOf } from '#src/components/print/bars.ts';
import { QrCode } from '#src/components/print/qr-code.tsx';
import { Logo } from '#src/entities/paper/paper-parts.tsx';
import { usePicture } from '#src/lib/browser/pictures.ts';
import { useCentreName } from '#src/lib/session/centre.ts';
import { SaidName, Say } from './paper-say.tsx';
import styles from '#src/features/academic-report/academic-report.module.css';
import { WovenBand } from '#src/entities/paper/woven-band.tsx';

export const CARDS_ON_SHEET = 10;
/** The quiet zone on both sides of the bars, in modules. */
const QUIET = 10;

function Photo({ fileId }: { fileId: string | null }) {
  const { source } = usePicture(fileId);
  return (
    <span className={styles.photo}>
      {source === undefined ? <User aria-hidden /> : <img src={source} alt="" />}
    </span>
  );
}

function Bars({ code }: { code: string }) {
  const modules = useMemo(() => modulesOf(code), [code]);
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${modules.length + 2 * QUIET} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden
    >
      <path d={barsPath(modules, QUIET)} />
    </svg>
  );
}

function Card({
  card: {
    studentCode,
    firstName,
    lastName,
    firstNameEn,
    lastNameEn,
    nickname,
    photoFileId,
    branch,
  },
}: {
  card: StudentCard;
}) {
  const latin = `${firstNameEn} ${lastNameEn}`.trim();
  const centre = useCentreName();
  return (
    <article className={styles.card}>
      <WovenBand />
      <div className={styles.head}>
        <Logo />
        <span>
          <b>{centre}</b>
          <small>
            <SaidName of={branch} />
          </small>
        </span>
      </div>
      <div className={styles.body}>
        <Photo fileId={photoFileId} />
        <span className={styles.who}>
          <small>
            <Say of="student" />
          </small>
          <b>
            <WholeWords text={`${firstName} ${lastName}`} />
          </b>
          {latin !== '' && <span>{latin}</span>}
          {nickname !== '' && <span>{nickname}</span>}
        </span>
        <QrCode text={studentCode} label={studentCode} quiet={2} className={styles.qr} />
      </div>
      <div className={styles.foot}>
        <Bars code={studentCode} />
        <span>{studentCode}</span>
      </div>
    </article>
  );
}

/** Cards of the size of a bank card, ten on a sheet of A4. */
export function StudentCardSheets({ cards }: { cards: readonly StudentCard[] }) {
  const sheets = Array.from({ length: Math.ceil(cards.length / CARDS_ON_SHEET) }, (_sheet, at) =>
    cards.slice(at * CARDS_ON_SHEET, (at + 1) * CARDS_ON_SHEET),
  );
  return sheets.map((sheet) => (
    <div key={sheet[0]?._id} className={styles.sheet}>
      {sheet.map((card) => (
        <Card key={card._id} card={card} />
      ))}
    </div>
  ));
}
