import { ApiError } from '#server/lib/api-error.ts';

const LOOKED_AT = 2000;
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/**
 * The first record of a workbook of Excel 2 to 4, which has no container around it, with its short
 * length. A text in UTF-16 that begins with a tab has a letter there.
 */
const OLDER_WORKBOOK = /^\u0009[\0\u0002\u0004\u0008][\u0004\u0006\u0008\u0010]\0/;
/** An encrypted workbook stands in the same container, under this name in UTF-16. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const WEB_PAGE =
  /^(?:<!doctype html|<html|<table|<head|<meta|<style|<div|<body|mime-version:|<\?xml[^>]*\?>\s*(?:<!doctype html|<html|<\?mso-application|<(?:ss:)?workbook\b))/i;

/** The beginning of a file as Latin letters, whatever its encoding. */
const beginningOf = (file: Buffer) =>
  file
    .subarray(0, LOOKED_AT)
    .toString('latin1')
    .replace(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)/, '')
    .replaceAll('\0', '')
    .replace(/^(?:\s|<!--[\s\S]*?-->)+/, '');

/**
 * Refuses files that look like a workbook by their name and are none, each with the way to save it
 * as one: a web page saved as .xls, a workbook of old, a PDF.
 */
export function refuseOtherFiles(file: Buffer): void {
  if (file.subarray(0, OLD_WORKBOOK.length).equals(OLD_WORKBOOK))
    throw new ApiError(file.includes(ENCRYPTED) ? 'sheetUnreadable' : 'sheetOldExcel');
  if (OLDER_WORKBOOK.test(file.subarray(0, 4).toString('latin1')))
    throw new ApiError('sheetOldExcel');
  const beginning = beginningOf(file);
  if (beginning.startsWith('%PDF')) throw new ApiError('sheetPdf');
  if (WEB_PAGE.test(beginning)) throw new ApiError('sheetWebPage');
}
