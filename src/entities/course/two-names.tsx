import { Aside } from '#src/components/table/aside.tsx';
import { useLanguage } from '#src/lib/text/use-language.ts';

/** A name in the interface language if there is one, followed by the other spelling, muted. */
export function TwoNames({ nameEn, nameLo }: { nameEn: string; nameLo: string }) {
  const isLao = useLanguage() === 'lo' && nameLo !== '';
  const [first, second] = isLao ? [nameLo, nameEn] : [nameEn, nameLo];
  return (
    <>
      {first}
      {second && <Aside lang={isLao ? 'en' : 'lo'}>{second}</Aside>}
    </>
  );
}
