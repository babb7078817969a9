import { posix } from 'node:path';
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ManualBlock, ManualInline, ManualPicture } from '#src/lib/text/manual-block.ts';

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const plain = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
/** The words of one line; a break in the source is a space. */
const joined = (text: string) => plain(text).replace(/\s*\n\s*/g, ' ');

/** Without extensions there are no other tokens; the type of the library allows any. */
const known = (tokens: readonly Token[] = []) => tokens as readonly MarkedToken[];

/** A text: its path below the language, and where its pictures come from. */
type Source = { page: string; picture: (path: string) => ManualPicture };

function refuse(page: string, token: MarkedToken): never {
  throw new Error(`docs/manual: ${page} has a ${token.type}, which the help cannot draw.`);
}

function inlineOf(token: MarkedToken, page: string): ManualInline[] {
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens ? lineOf(token.tokens, page) : [joined(token.text)];
    case 'escape':
      return [plain(token.text)];
    // Something that is typed looks like the words around it.
    case 'codespan':
      return [plain(token.text)];
    case 'strong':
      return [{ name: joined(token.text) }];
    case 'link': {
      const target = posix.join(posix.dirname(page), token.href).replace(/\.md$/, '');
      return [{ link: target, text: joined(token.text) }];
    }
    default:
      return refuse(page, token);
  }
}

function lineOf(tokens: readonly Token[] | undefined, page: string): ManualInline[] {
  return known(tokens).flatMap((token) => inlineOf(token, page));
}

/** A paragraph that is a picture and nothing else; a help is short and has none. */
function pictureOf(of: Tokens.Image, { page, picture }: Source): ManualBlock {
  if (page.startsWith('help/') || of.text === '') return refuse(page, of);
  const path = posix.join(posix.dirname(page), of.href);
  return { kind: 'picture', alt: plain(of.text), ...picture(path) };
}

function blockOf(token: MarkedToken, source: Source): ManualBlock[] {
  const { page } = source;
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return [{ kind: 'heading', level: token.depth, text: joined(token.text) }];
    case 'text':
    case 'paragraph': {
      const [first, ...others] = known(token.tokens ?? [token]);
      if (first?.type === 'image' && others.length === 0) return [pictureOf(first, source)];
      return [{ kind: 'paragraph', line: lineOf(token.tokens ?? [token], page) }];
    }
    case 'list': {
      const items = token.items.map(({ tokens }) => blocksOf(tokens, source));
      return [{ kind: 'list', isOrdered: token.ordered, items }];
    }
    default:
      return refuse(page, token);
  }
}

const blocksOf = (tokens: readonly Token[], source: Source) =>
  known(tokens).flatMap((token) => blockOf(token, source));

/**
 * The blocks of a text of the manual.
 *
 * @param page - Its path below the language, `help/desk`; links are read from there.
 * @param picture - The picture at a path below the language, `pictures/first-sale.webp`; without
 *   it the path alone.
 * @throws If the Markdown has a part that the help cannot draw.
 */
export function manualBlocks(
  markdown: string,
  page: string,
  picture: Source['picture'] = (address) => ({ address, width: 0, height: 0 }),
): ManualBlock[] {
  return blocksOf(lexer(markdown), { page, picture });
}

/** The everyday words of `words.md` by the text that helps, in both languages together. */
export function helpWords(markdown: string): { page: string; words: string }[] {
  const words = new Map<string, string[]>();
  for (const [, word = '', page = ''] of markdown.matchAll(
    /^\| (.+?) +\| (?:en|lo) +\| (\S+) +\|$/gm,
  ))
    words.set(page, [...(words.get(page) ?? []), word]);
  return [...words].map(([page, own]) => ({ page, words: own.join(', ') }));
}
