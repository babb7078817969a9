import { Lock } from 'lucide-react';
import { useContext, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Branch } from '#contract/centre/branches.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { branchesList } from '#contract/centre/branches-list.ts';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import type { ProductInput } from '#contract/stock/products.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { readWhole } from '#contract/words/typed-number.ts';
import { FormLook } from '#src/components/fields/form-context.ts';
import { useField, type FieldProps } from '#src/components/fields/use-field.ts';
import { useTypedText, type UnreadText } from '#src/components/fields/use-typed-text.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { HelpText, InputBox } from '#src/components/kit/field.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { stockByProduct } from '#src/entities/product/stock-at.ts';
import { StockWords } from '#src/entities/product/stock-words.tsx';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useFormState } from 'react-hook-form';
import styles from './products.module.css';

type Level = number | UnreadText | null;
type Levels = readonly { branchId: string; level: Level }[];

type LevelRowProps = {
  branch: Branch;
  level: Level;
  onLevel: ((level: Level) => void) | undefined;
  error: string | undefined;
  onLeave: () => void;
  productId: string | undefined;
};

function LevelRow({ branch, level, onLevel, error, onLeave, productId }: LevelRowProps) {
  const language = useLanguage();
  const id = useId();
  const { rows } = useCachedList(stockLevelsList, { quiet: true });
  const stock = useMemo(
    () =>
      productId === undefined ? undefined : rows && stockByProduct(rows, branch._id).get(productId),
    [rows, branch, productId],
  );
  const typed = useTypedText<number>({
    value: level,
    change: (next) => onLevel?.(next),
    read: readWhole,
    show: String,
  });
  const problem = (typed.isTyping ? undefined : typed.problem) ?? error;
  return (
    <div className={styles.count}>
      <label htmlFor={id}>
        <b>{branch.code}</b> {branchNameIn(branch, language)}
        <small>
          <StockWords stock={stock} isCounted />
        </small>
      </label>
      <InputBox>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          disabled={onLevel === undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-about`}
          value={typed.text}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={() => {
            typed.leave();
            onLeave();
          }}
        />
      </InputBox>
      {problem !== undefined && (
        <ErrorText id={`${id}-about`} withIcon>
          {problem}
        </ErrorText>
      )}
    </div>
  );
}

/** The errors of single levels, by their index. */
function useLevelErrors(name: string): (at: number) => string | undefined {
  const language = useLanguage();
  const { errors } = useFormState({ name });
  const found = errors[name] as
    readonly ({ level?: { type?: string; message?: string } } | undefined)[] | undefined;
  return (at) => {
    const { type, message } = found?.[at]?.level ?? {};
    return message === undefined || type === 'server' ? message : fieldErrorText(message, language);
  };
}

/**
 * The stock at which each branch orders more. An admin sets the level of the own branch and sees
 * the others.
 */
export function ReorderLevelsField({
  productId,
  ...props
}: FieldProps<ProductInput['reorderLevels']> & { productId: string | undefined }) {
  const { t } = useTranslation('products');
  const { rows = [] } = useCachedList(branchesList, { sort: 'branchName', quiet: true });
  const { role, userData } = useStore(({ user }) => user);
  const codeOf = (branchId: string) => rows.find(({ _id }) => _id === branchId)?.code ?? '';
  const field = useField<Levels>(props as unknown as FieldProps<Levels>, (levels) =>
    levels
      .filter(({ level }) => level !== null)
      .map(({ branchId, level }) => `${codeOf(branchId)} ${level}`)
      .join(', '),
  );
  const errorAt = useLevelErrors(props.name);
  const { Value } = useContext(FormLook);
  if (Value) return <Value {...props} {...field} wide isLtr={false} />;
  const isMine = ({ _id }: Branch) => seesAllBranches(role) || _id === userData?.branchId;
  const set = (branchId: string) => (level: Level) => {
    const others = field.value.some((one) => one.branchId === branchId);
    field.change(
      others
        ? field.value.map((one) => (one.branchId === branchId ? { branchId, level } : one))
        : [...field.value, { branchId, level }],
    );
  };
  const shown = rows.filter(
    (branch) => branch.active || field.value.some(({ branchId }) => branchId === branch._id),
  );
  return (
    <>
      {shown.map((branch) => {
        const at = field.value.findIndex(({ branchId }) => branchId === branch._id);
        return (
          <LevelRow
            key={branch._id}
            branch={branch}
            productId={productId}
            level={field.value[at]?.level ?? null}
            error={errorAt(at)}
            onLevel={isMine(branch) ? set(branch._id) : undefined}
            onLeave={field.blur}
          />
        );
      })}
      {shown.some((branch) => !isMine(branch)) && (
        <Row isWide>
          <Lock aria-hidden size={14} strokeWidth={1.75} />
          <HelpText>{t('reorderLocked')}</HelpText>
        </Row>
      )}
    </>
  );
}
