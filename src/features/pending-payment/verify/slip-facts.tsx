import { Check, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Slip } from '#contract/money/verify.ts';
import { DOT } from '#contract/words/dot.ts';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { orderPath } from '#src/entities/order/order-path.ts';
import { lowerBar, useOwnBar } from '#src/lib/browser/own-bar.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { differsFromBank, slipTotal } from './slip-words.ts';
import styles from './verify.module.css';

type Finding = { key: string; tone: 'good' | 'warn' | 'bad' | 'ask'; text: string };

/** The findings for and against the slip. */
function useFindings(): (slip: Slip) => Finding[] {
  const { t } = useTranslation('pending-payment');
  return (slip) => {
    const { statement, currency, rejectedBefore, isOwn, orders, notes, tendered } = slip;
    const bank = statement && {
      row: statement.row,
      at: statement.at,
      sum: showMoney(statement.amount, currency),
    };
    const below = orders.filter(({ missingWithoutLAK }) => missingWithoutLAK > 0);
    return [
      bank
        ? {
            key: 'bank',
            tone: differsFromBank(slip) ? 'bad' : 'good',
            text: t(differsFromBank(slip) ? 'facts.bankDiffers' : 'facts.bank', {
              ...bank,
              recorded: showMoney(tendered, currency),
            }),
          }
        : { key: 'bank', tone: 'ask', text: t('facts.noStatement') },
      ...rejectedBefore.map(({ at, reason }): Finding => ({
        key: at,
        tone: 'warn',
        text: t('facts.rejected', { at: formatDateTime(at), reason }),
      })),
      ...(rejectedBefore.length === 0
        ? [{ key: 'new', tone: 'good' as const, text: t('facts.referenceNew') }]
        : []),
      { key: 'own', tone: isOwn ? 'bad' : 'good', text: t(isOwn ? 'facts.own' : 'facts.other') },
      ...below.map(({ _id, number, missingWithoutLAK }): Finding => ({
        key: _id,
        tone: 'warn',
        text: t('facts.below', {
          number: number ?? t('facts.otherBranch'),
          sum: formatNumber(missingWithoutLAK),
        }),
      })),
      ...notes
        .filter(({ kind }) => kind === 'question')
        .map(({ _id, text, answer, answeredBy }): Finding => ({
          key: _id,
          tone: 'ask',
          text:
            answer === ''
              ? t('facts.question', { text })
              : t('facts.answer', { text, answer, by: answeredBy }),
        })),
    ];
  };
}

const signs = { good: Check, warn: TriangleAlert, bad: TriangleAlert, ask: CircleHelp };

type SlipFactsProps = { ref: Ref<HTMLElement>; slip: Slip; children: ReactNode };

/** The desk's record of the payment beside the picture, with the findings of the program. */
export function SlipFacts({ ref, slip, children }: SlipFactsProps) {
  const { t } = useTranslation('pending-payment');
  const findings = useFindings()(slip);
  const payer = usePayerName()(slip);
  useOwnBar();
  const { currency, amountLAK, freeLAK, reference, bank, accountName, at, by, orders, method } =
    slip;
  return (
    <section ref={ref} tabIndex={-1} className={styles.panel} aria-label={t('facts.title')}>
      <header>
        <h2>{t('facts.title')}</h2>
      </header>
      <div className={styles.facts}>
        <p className={styles.amount}>
          <small>{t('facts.amount')}</small>
          <span>
            <b>{slipTotal(slip)}</b> {currency}
          </span>
          {currency !== 'LAK' && (
            <small>{t('facts.inKip', { sum: formatNumber(amountLAK) })}</small>
          )}
        </p>
        <ul className={styles.findings}>
          {findings.map(({ key, tone, text }) => {
            const Sign = signs[tone];
            return (
              <li key={key} data-tone={tone}>
                <Sign aria-hidden size={15} />
                <span>{text}</span>
              </li>
            );
          })}
        </ul>
        <Facts>
          <Fact label={t('facts.reference')}>
            {reference === '' ? t('facts.noReference') : <bdi dir="ltr">{reference}</bdi>}
          </Fact>
          <Fact label={t('facts.account')}>{[bank, accountName].filter(Boolean).join(DOT)}</Fact>
          <Fact label={t('facts.method')}>
            {method === 'qr' ? t('facts.qr') : t('facts.transfer')}
          </Fact>
          <Fact label={t('facts.recorded')}>{`${formatDateTime(at)}${DOT}${by}`}</Fact>
          <Fact label={t('facts.payer')}>
            <WholeWords text={payer} />
          </Fact>
          {orders.map(({ _id, number, givenLAK }) => (
            <Fact key={_id} label={t('facts.order')}>
              {number === null ? t('facts.otherBranch') : <Link to={orderPath(_id)}>{number}</Link>}{' '}
              <small>{formatNumber(givenLAK)}</small>
            </Fact>
          ))}
          {freeLAK > 0 && <Fact label={t('facts.free')}>{formatNumber(freeLAK)}</Fact>}
        </Facts>
      </div>
      <footer ref={lowerBar} data-bar>
        {children}
      </footer>
    </section>
  );
}
