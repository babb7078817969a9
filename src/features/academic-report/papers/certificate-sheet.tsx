import type { Certificate } from '#contract/classes/certificates.ts';
import { paperCode } from '#contract/words/paper-code.ts';
import { DOT } from '#contract/words/dot.ts';
import { QrCode } from '#src/components/print/qr-code.tsx';
import { Logo } from '#src/entities/paper/paper-parts.tsx';
import { checkText, formatDate } from '#src/lib/text/format.ts';
import { SaidName, Say } from './paper-say.tsx';
import styles from './papers.module.css';
import { WovenBand } from '#src/entities/paper/woven-band.tsx';

/** A certificate on A4 landscape, with the texts of the day on which it was issued. */
export function CertificateSheet({
  certificate: { content, check, number },
}: {
  certificate: Certificate;
}) {
  const { student, centre, branch, course, level, from, to, hours, grade, issuedOn } = content;
  return (
    <article className={styles.certificate}>
      <WovenBand />
      <div className={styles.crest}>
        <Logo />
        <b>
          <SaidName of={centre} />
        </b>
        <span>
          <SaidName of={branch} />
        </span>
      </div>
      <h2>
        <Say of="certificate" />
      </h2>
      <p>
        <Say of="certifies" />
      </p>
      <p className={styles.name}>{student.name}</p>
      <p className={styles.latin}>{[student.latin, student.code].filter(Boolean).join(DOT)}</p>
      <p>
        <Say of="finished" />
      </p>
      <p className={styles.course}>
        <SaidName of={course} />
        {level !== '' && `${DOT}${level}`}
      </p>
      <p>
        <bdi dir="ltr">{`${formatDate(from)}–${formatDate(to)}`}</bdi>
        {hours !== null && (
          <>
            {`${DOT}${hours} `}
            <Say of="hours" />
          </>
        )}
        {grade !== null && (
          <>
            {DOT}
            <Say of="grade" /> <b>{grade}</b>
          </>
        )}
      </p>
      <div className={styles.close}>
        <div className={styles.proof}>
          <QrCode text={paperCode(number, check)} label={number} quiet={2} className={styles.qr} />
          <span>
            <Say of="number" /> <b>{number}</b>
            <br />
            <Say of="check" /> <b>{checkText(check.toUpperCase())}</b>
            <br />
            <Say of="issued" /> {formatDate(issuedOn)}
          </span>
        </div>
        {(['teacher', 'director'] as const).map((who) => (
          <span key={who} className={styles.sign}>
            <Say of={who} />
          </span>
        ))}
      </div>
    </article>
  );
}
