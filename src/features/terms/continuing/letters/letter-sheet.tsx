import type { Language } from '#contract/language.ts';
import {
  letterWords,
  type LetterChild,
  type LetterWords,
} from '#contract/words/continuing-letter.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { Logo, PaperFigure } from '#src/entities/paper/paper-parts.tsx';
import { WovenBand } from '#src/entities/paper/woven-band.tsx';
import styles from './letter-sheet.module.css';

function Child({ child, language }: { child: LetterChild; language: Language }) {
  const words = letterWords[language];
  return (
    <section className={styles.child}>
      <h3>
        <WholeWords text={child.name} />
        <span>{[child.course, child.classCode].join(DOT)}</span>
      </h3>
      <p>
        {words.times}: {child.times}
        {DOT}
        <PaperFigure>{child.days}</PaperFigure>
        {child.teacher !== '' && `${DOT}${words.teacher}: ${child.teacher}`}
      </p>
      <table>
        <tbody>
          {child.lines.map(({ label, sum }, at) => (
            <tr key={`${at} ${label}`}>
              <td>{label}</td>
              <td>
                <PaperFigure>{sum}</PaperFigure>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.until}>{words.until(child.until)}</p>
    </section>
  );
}

/** The letter to one family on A5, in its language. */
export function LetterSheet({ facts, language }: { facts: LetterWords; language: Language }) {
  const words = letterWords[language];
  return (
    <article className={styles.letter} lang={language}>
      {/* Every sheet of the letter begins with it, so that two letters are never mixed up. */}
      <div className={styles.head}>
        <WovenBand />
        <header>
          <Logo />
          <span>
            <b>{facts.centre}</b>
            <small>{facts.branch}</small>
          </span>
          <b className={styles.to}>
            <WholeWords text={facts.name} />
          </b>
        </header>
      </div>
      <div className={styles.foot} />
      <div className={styles.body}>
        <h2>{words.title}</h2>
        <p>
          {words.dear(facts.name)}
          <br />
          {words.intro(facts.term)}
        </p>
        {facts.children.map((child) => (
          <Child key={`${child.name} ${child.classCode}`} child={child} language={language} />
        ))}
        <p className={styles.total}>
          <b>{words.total}</b> <b>{facts.total}</b>
          <small>{words.asOf(facts.today)}</small>
        </p>
        <p>
          {words.ask(facts.phone)} {words.thanks}
        </p>
      </div>
    </article>
  );
}
