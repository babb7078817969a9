import { SaxesParser } from 'saxes';
import { ApiError } from '#server/lib/api-error.ts';

export type Attributes = Record<string, string>;
export type XmlHandler = {
  open: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML part by part, names without their prefix. A document type is refused: no table needs
 * one, and it can define entities that grow without end.
 */
export async function readXml(
  parts: AsyncIterable<Buffer>,
  { open, text, close }: XmlHandler,
): Promise<void> {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new ApiError('sheetUnreadable');
  });
  parser.on('error', () => {
    throw new ApiError('sheetUnreadable');
  });
  parser.on('opentag', ({ name, attributes }) => open(withoutPrefix(name), attributes));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (close) parser.on('closetag', ({ name }) => close(withoutPrefix(name)));
  const decoder = new TextDecoder('utf-8');
  for await (const part of parts) parser.write(decoder.decode(part, { stream: true }));
  parser.close();
}
