import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { wordList } from '#server/lib/sheets/word-list.ts';

/** Parts of words that say that a transfer did not happen, or not yet. */
const notDone = wordList(`
  fail, cancel, void, revers, reject, declin, denied, refus, refund, return, pending, processing,
  in progress, waiting, awaiting, timeout, time out, timed out, expired, unsuccess, not success,
  incomplete, unpaid, not paid, not complete, error, on hold, blocked, suspended, initiated,
  chargeback, scheduled, queued, unposted, not posted, unsettled, ບໍ່ສຳເລັດ, ບໍ່ທັນສຳເລັດ, ຍັງບໍ່,
  ລົ້ມເຫຼວ, ລົ້ມເຫລວ, ຍົກເລີກ, ປະຕິເສດ, ລໍຖ້າ, ກຳລັງ, ສົ່ງຄືນ, ຕີກັບ, ຄືນເງິນ, ຜິດພາດ, ໝົດອາຍຸ,
  ໂມຄະ, ບໍ່ຜ່ານ, ไม่สำเร็จ, ยังไม่, ล้มเหลว, ยกเลิก, ปฏิเสธ, กำลัง, คืนเงิน, ส่งคืน, ตีกลับ,
  ผิดพลาด, หมดอายุ, โมฆะ, ไม่ผ่าน, không, thất bại, hủy, huỷ, chờ, đang, từ chối, hoàn tiền,
  hết hạn, lỗi
`).map(headingKey);

/** Words that say so at the beginning only, because other words contain them. */
const notDoneFirst = ['รอ'].map(headingKey);

/** Parts of words that say that the money is there. */
const done = wordList(`
  success, succeed, completed, posted, settled, approved, confirmed, accepted, cleared, executed,
  processed, finished, finalised, finalized, received, credited, booked, ສຳເລັດ, ຮຽບຮ້ອຍ, ອະນຸມັດ,
  ຢືນຢັນແລ້ວ, ໄດ້ຮັບແລ້ວ, ຈ່າຍແລ້ວ, ຊຳລະແລ້ວ, ເຂົ້າແລ້ວ, ບັນທຶກແລ້ວ, สำเร็จ, เสร็จสิ้น, เรียบร้อย,
  อนุมัติ, ยืนยันแล้ว, รับรองแล้ว, สมบูรณ์, ชำระแล้ว, ได้รับแล้ว, thành công, hoàn thành, hoàn tất
`).map(headingKey);
/** Short words, which count only alone. */
const doneAlone = new Set(
  ['ok', 'okay', 'done', 'paid', 'complete', 'valid', 'final', 'ຜ່ານ', 'ผ่าน'].map(headingKey),
);
const NEGATED = /\b(?:not|un|never|partial(?:ly)?|fail\w*|ບໍ່|ไม่)\b/i;

/** The state of a row by the word of its status column; an empty one says nothing against it. */
export function statusOf(text: string): 'done' | 'notDone' | 'unknown' {
  const key = headingKey(text);
  if (key === '') return 'done';
  if (notDoneFirst.some((word) => key.startsWith(word))) return 'notDone';
  if (notDone.some((word) => key.includes(word))) return 'notDone';
  if (doneAlone.has(key)) return 'done';
  return !NEGATED.test(text) && done.some((word) => key.includes(word)) ? 'done' : 'unknown';
}
