import type { CardClass, ReportCard } from '#contract/reports/academic-report.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { Logo } from '#src/entities/paper/paper-parts.tsx';
import { formatDate, formatNumber } from '#src/lib/text/format.ts';
import { SaidName, Say } from './paper-say.tsx';
import styles from './papers.module.css';
import { WovenBand } from '#src/entities/paper/woven-band.tsx';

export const cardSizes = ['a4', 'a5'] as const;
export type CardSize = (typeof cardSizes)[number];

/** The height between head and foot of a page in millimetres; below it the height of a class. */
const ROOM_MM = { a4: 205, a5: 128 } as const;
const CLASS_MM = 36;
const SCORE_MM = 6.4;

const heightOf = ({ scores, comment }: CardClass) =>
  CLASS_MM + scores.length * SCORE_MM + (comment === '' ? 0 : SCORE_MM);

/** The classes of each page. */
export function pagesOf(classes: readonly CardClass[], size: CardSize): CardClass[][] {
  const pages: CardClass[][] = [];
  let room = 0;
  for (const one of classes) {
    const height = heightOf(one);
    const page = pages.at(-1);
    if (page && height <= room) page.push(one);
    else {
      pages.push([one]);
      room = ROOM_MM[size];
    }
    room -= height;
  }
  return pages;
}

const percent = (value: number | null) =>
  value === null ? '–' : `${formatNumber(Math.round(value))} %`;
const marks = ['present', 'late', 'makeup', 'absent', 'excused'] as const;

function Scores({ scores }: Pick<CardClass, 'scores'>) {
  return (
    <table className={styles.scores}>
      <thead>
        <tr>
          <th scope="col">
            <Say of="assessment" />
          </th>
          <th scope="col" data-end>
            <Say of="weight" />
          </th>
          <th scope="col" data-end>
            <Say of="score" />
          </th>
        </tr>
      </thead>
      <tbody>
        {scores.map(({ _id, name, weight, score, mark, maxScore }) => (
          <tr key={_id}>
            <td>{name}</td>
            <td data-end>{weight === 0 ? '' : `${weight} %`}</td>
            <td data-end>
              {mark === null ? (
                `${score ?? '–'} / ${maxScore}`
              ) : (
                <Say of={mark === 'absent' ? 'missed' : mark} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OneClass({ one }: { one: CardClass }) {
  const {
    term,
    academicYear,
    from,
    to,
    classCode,
    course,
    teacher,
    counts,
    attendance,
    average,
    grade,
    result,
    comment,
    next,
    scores,
  } = one;
  return (
    <section className={styles.class}>
      <h3>
        <SaidName of={course} />{' '}
        <small>{[classCode, term, academicYear].filter(Boolean).join(DOT)}</small>
      </h3>
      <p>
        <bdi dir="ltr">{`${formatDate(from)}–${formatDate(to)}`}</bdi>
        {teacher !== '' && (
          <>
            {DOT}
            <Say of="teacher" /> {teacher}
          </>
        )}
      </p>
      {scores.length > 0 && <Scores scores={scores} />}
      <p>
        <Say of="attendance" /> <b>{percent(attendance)}</b>
        {marks.map((mark) => (
          <span key={mark} className={styles.mark}>
            <Say of={mark} /> {counts[mark]}
          </span>
        ))}
      </p>
      <p className={styles.outcome}>
        <span>
          <Say of="average" /> <b>{percent(average)}</b>
        </span>
        <span>
          <Say of="grade" /> <b>{grade ?? '–'}</b>
        </span>
        <span>
          <Say of="result" /> <b>{result === null ? '–' : <Say of={result} />}</b>
        </span>
        {next && (
          <span>
            <Say of="goesOn" /> <SaidName of={next} />
          </span>
        )}
      </p>
      {comment !== '' && (
        <p>
          <Say of="comment" /> {comment}
        </p>
      )}
    </section>
  );
}

function Head({ card: { student, centre, branch } }: { card: ReportCard }) {
  const latin = `${student.firstNameEn} ${student.lastNameEn}`.trim();
  return (
    <>
      <div className={styles.head}>
        <Logo />
        <div>
          <b>
            <SaidName of={centre} />
          </b>
          <span>
            <SaidName of={branch} />
          </span>
        </div>
      </div>
      <h2>
        <Say of="reportCard" />
      </h2>
      <p className={styles.student}>
        <b>
          <WholeWords text={`${student.firstName} ${student.lastName}`} />
        </b>
        {latin !== '' && <span>{latin}</span>}
        <span>{student.studentCode}</span>
        {student.dateOfBirth !== null && (
          <span>
            <Say of="born" /> {formatDate(student.dateOfBirth)}
          </span>
        )}
      </p>
    </>
  );
}

function Foot() {
  return (
    <div className={styles.signs}>
      {(['teacher', 'director', 'guardian'] as const).map((who) => (
        <span key={who}>
          <Say of={who} />
        </span>
      ))}
    </div>
  );
}

/** A report card on as many pages as it needs. */
export function ReportCardSheets({ card, size }: { card: ReportCard; size: CardSize }) {
  return pagesOf(card.classes, size).map((classes) => (
    <article key={classes[0]?.enrolmentId} className={styles.page} data-size={size}>
      <WovenBand />
      <Head card={card} />
      {classes.map((one) => (
        <OneClass key={one.enrolmentId} one={one} />
      ))}
      <Foot />
    </article>
  ));
}
