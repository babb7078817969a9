import type { ErasureHindrance } from '#contract/people/personal-data.ts';

/** What stands in the way of an erasure, as the server's error and the screen say it. */
export const hindranceWords: Record<ErasureHindrance, readonly [en: string, lo: string]> = {
  owes: ['a balance is owed', 'ມີຍອດຄ້າງຊຳລະ'],
  credit: ['there is credit', 'ມີຍອດເງິນຄົງເຫຼືອ'],
  place: ['a place is running', 'ມີການລົງທະບຽນຮຽນທີ່ຍັງໃຊ້ຢູ່'],
  payerOfPlace: ['they pay for a place that is running', 'ເປັນຜູ້ຊຳລະເງິນຂອງການລົງທະບຽນຮຽນທີ່ຍັງໃຊ້ຢູ່'],
  slip: ['a slip waits to be checked', 'ມີສະລິບລໍຖ້າກວດ'],
  walkInSlip: [
    'a slip of a walk-in customer of this name or phone waits to be checked',
    'ມີສະລິບຂອງລູກຄ້າທົ່ວໄປທີ່ມີຊື່ ຫຼື ເບີໂທນີ້ລໍຖ້າກວດ',
  ],
  hold: ['an order is held', 'ມີຄຳສັ່ງຊື້ທີ່ຈອງຢູ່'],
  refund: ['a refund is requested', 'ມີຄຳຂໍຄືນເງິນ'],
  teaches: ['they have classes or sessions to come', 'ຍັງມີຫ້ອງຮຽນ ຫຼື ຄັ້ງຮຽນທີ່ຕ້ອງສອນ'],
  activeAccount: ['the account is active', 'ບັນຊີຍັງໃຊ້ງານຢູ່'],
  ownAccount: ['it is your own account', 'ເປັນບັນຊີຂອງທ່ານເອງ'],
  bankAccount: [
    'an active bank account of the centre is in their name',
    'ມີບັນຊີທະນາຄານຂອງສູນທີ່ຍັງໃຊ້ງານຢູ່ເປັນຊື່ຂອງບຸກຄົນນີ້',
  ],
  moving: ['a file is being checked or imported', 'ກຳລັງກວດ ຫຼື ນຳເຂົ້າຟາຍຢູ່'],
  merged: ['the record was merged into another one', 'ຂໍ້ມູນນີ້ຖືກລວມເຂົ້າກັບຂໍ້ມູນອື່ນແລ້ວ'],
  erased: ['they are erased already', 'ຖືກລຶບແລ້ວ'],
};
