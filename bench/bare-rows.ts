/** The rows of both bare pages, with the columns of the branch list of the demo centre. */
export const heads = ['Branch name', 'Code', 'Province', 'Phone', 'Manager', 'Status'];
export const rows = [
  ['Luang Prabang', 'LPB', 'Luang Prabang', '020 5555 0202', 'ແສງດາວ ລາດຊະວົງ', 'Active'],
  ['Pakse', 'PKS', 'Champasak', '020 5555 0303', 'ວິໄລພອນ ສຸທຳມະວົງ', 'Active'],
  ['Sisattanak', 'VTE', 'Vientiane Capital', '020 5555 0101', 'ສຸລິຍາ ສີວິໄລ', 'Active'],
];
