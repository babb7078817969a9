import { uuidv7 } from 'uuidv7';
import { eanCheckDigit } from '#contract/stock/barcode.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { productCategories } from '#contract/stock/product-categories.ts';
import { products, type Needed } from '#contract/stock/products.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { searchText } from '#server/db/search-text.ts';
import { amountInKip } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { courseProductTable, productTable } from '#server/db/tables/catalogue/products.table.ts';

const categories = [
  { code: 'BOOK', nameEn: 'Course books', nameLo: 'ປຶ້ມຮຽນ', active: true },
  { code: 'WORK', nameEn: 'Workbooks', nameLo: 'ປຶ້ມແບບຝຶກຫັດ', active: true },
  { code: 'UNI', nameEn: 'Uniforms', nameLo: 'ເຄື່ອງແບບ', active: true },
  { code: 'BAG', nameEn: 'Bags and stationery', nameLo: 'ກະເປົາ ແລະ ເຄື່ອງຂຽນ', active: true },
  { code: 'EXAM', nameEn: 'Exam fees', nameLo: 'ຄ່າທຳນຽມສອບເສັງ', active: true },
];

type DemoProduct = {
  sku: string;
  nameEn: string;
  nameLo: string;
  /** In minor units; kip where `currency` is missing. */
  price: number;
  cost: number | null;
  currency?: PriceCurrency;
  /** The courses whose students need the product. */
  courses?: readonly string[];
  needed?: Needed;
  quantity?: number;
};

/**
 * The digits before the number of a product: an ISBN of Laos, and the centre's own labels. Fees
 * have none.
 */
const barcodeStarts: Record<string, string> = {
  BOOK: '978993201',
  WORK: '978993202',
  UNI: '200000001',
  BAG: '200000002',
};
const units: Record<string, string> = { BOOK: 'ຫົວ', WORK: 'ຫົວ', UNI: 'ຜືນ', BAG: 'ອັນ', EXAM: 'ຄັ້ງ' };

/**
 * The products of the demo centre: books for each level, workbooks, uniforms, bags, and fees
 * without stock.
 */
export const demoProducts: readonly DemoProduct[] = [
  {
    sku: 'BOOK-001',
    nameEn: 'Kids 1 pupil’s book',
    nameLo: 'ປຶ້ມຮຽນເດັກນ້ອຍ 1',
    price: 150_000,
    cost: 105_000,
    courses: ['KID-1'],
  },
  {
    sku: 'BOOK-002',
    nameEn: 'Kids 2 pupil’s book',
    nameLo: 'ປຶ້ມຮຽນເດັກນ້ອຍ 2',
    price: 150_000,
    cost: 105_000,
    courses: ['KID-2'],
  },
  {
    sku: 'BOOK-003',
    nameEn: 'English A1 student’s book',
    nameLo: 'ປຶ້ມຮຽນພາສາອັງກິດ A1',
    price: 220_000,
    cost: 160_000,
    courses: ['ENG-A1'],
  },
  {
    sku: 'BOOK-004',
    nameEn: 'English A2 student’s book',
    nameLo: 'ປຶ້ມຮຽນພາສາອັງກິດ A2',
    price: 220_000,
    cost: 160_000,
    courses: ['ENG-A2'],
  },
  {
    sku: 'BOOK-005',
    nameEn: 'English B1 student’s book',
    nameLo: 'ປຶ້ມຮຽນພາສາອັງກິດ B1',
    price: 240_000,
    cost: 175_000,
    courses: ['ENG-B1'],
  },
  {
    sku: 'BOOK-006',
    nameEn: 'HSK 1 course book',
    nameLo: 'ປຶ້ມຮຽນພາສາຈີນ HSK 1',
    price: 180_000,
    cost: 120_000,
    courses: ['CHN-H1'],
  },
  {
    sku: 'BOOK-007',
    nameEn: 'HSK 2 course book',
    nameLo: 'ປຶ້ມຮຽນພາສາຈີນ HSK 2',
    price: 180_000,
    cost: 120_000,
    courses: ['CHN-H2'],
  },
  {
    sku: 'BOOK-008',
    nameEn: 'IELTS preparation book',
    nameLo: 'ປຶ້ມກຽມສອບ IELTS',
    price: 69_500,
    cost: 52_000,
    currency: 'THB',
    courses: ['IELTS'],
  },
  {
    sku: 'BOOK-009',
    nameEn: 'English–Lao dictionary',
    nameLo: 'ວັດຈະນານຸກົມອັງກິດ-ລາວ',
    price: 95_000,
    cost: 68_000,
    courses: ['ENG-A1', 'ENG-A2', 'ENG-B1'],
    needed: 'optional',
  },
  {
    sku: 'BOOK-010',
    nameEn: 'English grammar with answers',
    nameLo: 'ໄວຍາກອນພາສາອັງກິດ ພ້ອມຄຳຕອບ',
    price: 45_000,
    cost: 33_500,
    currency: 'THB',
    courses: ['ENG-A2', 'ENG-B1'],
    needed: 'optional',
  },
  {
    sku: 'BOOK-011',
    nameEn: 'Story book for kids 1',
    nameLo: 'ປຶ້ມນິທານເດັກນ້ອຍ 1',
    price: 60_000,
    cost: 38_000,
    courses: ['KID-1'],
    needed: 'optional',
  },
  {
    sku: 'BOOK-012',
    nameEn: 'Story book for kids 2',
    nameLo: 'ປຶ້ມນິທານເດັກນ້ອຍ 2',
    price: 60_000,
    cost: 38_000,
    courses: ['KID-2'],
    needed: 'optional',
  },
  { sku: 'BOOK-013', nameEn: 'Easy reader A2', nameLo: 'ປຶ້ມອ່ານງ່າຍ A2', price: 75_000, cost: 50_000 },
  { sku: 'BOOK-014', nameEn: 'Easy reader B1', nameLo: 'ປຶ້ມອ່ານງ່າຍ B1', price: 75_000, cost: 50_000 },
  {
    sku: 'WORK-001',
    nameEn: 'Kids 1 workbook',
    nameLo: 'ປຶ້ມແບບຝຶກຫັດເດັກນ້ອຍ 1',
    price: 80_000,
    cost: 52_000,
    courses: ['KID-1'],
  },
  {
    sku: 'WORK-002',
    nameEn: 'Kids 2 workbook',
    nameLo: 'ປຶ້ມແບບຝຶກຫັດເດັກນ້ອຍ 2',
    price: 80_000,
    cost: 52_000,
    courses: ['KID-2'],
  },
  {
    sku: 'WORK-003',
    nameEn: 'English A1 workbook',
    nameLo: 'ປຶ້ມແບບຝຶກຫັດພາສາອັງກິດ A1',
    price: 110_000,
    cost: 78_000,
    courses: ['ENG-A1'],
  },
  {
    sku: 'WORK-004',
    nameEn: 'English A2 workbook',
    nameLo: 'ປຶ້ມແບບຝຶກຫັດພາສາອັງກິດ A2',
    price: 110_000,
    cost: 78_000,
    courses: ['ENG-A2'],
  },
  {
    sku: 'WORK-005',
    nameEn: 'English B1 workbook',
    nameLo: 'ປຶ້ມແບບຝຶກຫັດພາສາອັງກິດ B1',
    price: 120_000,
    cost: 84_000,
    courses: ['ENG-B1'],
  },
  {
    sku: 'WORK-006',
    nameEn: 'HSK 1 workbook',
    nameLo: 'ປຶ້ມແບບຝຶກຫັດ HSK 1',
    price: 90_000,
    cost: 60_000,
    courses: ['CHN-H1'],
  },
  {
    sku: 'WORK-007',
    nameEn: 'HSK 2 workbook',
    nameLo: 'ປຶ້ມແບບຝຶກຫັດ HSK 2',
    price: 90_000,
    cost: 60_000,
    courses: ['CHN-H2'],
  },
  {
    sku: 'WORK-008',
    nameEn: 'IELTS practice tests',
    nameLo: 'ແບບຝຶກຫັດສອບ IELTS',
    price: 55_000,
    cost: 41_000,
    currency: 'THB',
    courses: ['IELTS'],
  },
  {
    sku: 'WORK-009',
    nameEn: 'Handwriting book',
    nameLo: 'ປຶ້ມຄັດລາຍມື',
    price: 25_000,
    cost: 14_000,
    courses: ['KID-1', 'KID-2'],
    quantity: 2,
  },
  {
    sku: 'WORK-010',
    nameEn: 'Chinese character practice book',
    nameLo: 'ປຶ້ມຄັດຕົວໜັງສືຈີນ',
    price: 30_000,
    cost: 17_000,
    courses: ['CHN-H1', 'CHN-H2'],
    quantity: 2,
  },
  {
    sku: 'UNI-001',
    nameEn: 'Polo shirt, child S',
    nameLo: 'ເສື້ອໂປໂລ ເດັກນ້ອຍ S',
    price: 120_000,
    cost: 75_000,
  },
  {
    sku: 'UNI-002',
    nameEn: 'Polo shirt, child M',
    nameLo: 'ເສື້ອໂປໂລ ເດັກນ້ອຍ M',
    price: 120_000,
    cost: 75_000,
  },
  {
    sku: 'UNI-003',
    nameEn: 'Polo shirt, child L',
    nameLo: 'ເສື້ອໂປໂລ ເດັກນ້ອຍ L',
    price: 120_000,
    cost: 75_000,
  },
  {
    sku: 'UNI-004',
    nameEn: 'Polo shirt, adult M',
    nameLo: 'ເສື້ອໂປໂລ ຜູ້ໃຫຍ່ M',
    price: 140_000,
    cost: 88_000,
  },
  {
    sku: 'UNI-005',
    nameEn: 'Polo shirt, adult L',
    nameLo: 'ເສື້ອໂປໂລ ຜູ້ໃຫຍ່ L',
    price: 140_000,
    cost: 88_000,
  },
  {
    sku: 'UNI-006',
    nameEn: 'Jacket, one size',
    nameLo: 'ເສື້ອກັນໜາວ ຂະໜາດດຽວ',
    price: 45_000,
    cost: 29_000,
    currency: 'THB',
  },
  { sku: 'UNI-007', nameEn: 'Cap', nameLo: 'ໝວກ', price: 50_000, cost: 28_000 },
  {
    sku: 'BAG-001',
    nameEn: 'Backpack, small',
    nameLo: 'ກະເປົາເປ້ ນ້ອຍ',
    price: 160_000,
    cost: 98_000,
    courses: ['KID-1'],
    needed: 'optional',
  },
  {
    sku: 'BAG-002',
    nameEn: 'Backpack, large',
    nameLo: 'ກະເປົາເປ້ ໃຫຍ່',
    price: 210_000,
    cost: 132_000,
  },
  {
    sku: 'BAG-003',
    nameEn: 'Pencil case with pens',
    nameLo: 'ກັບປາກກາ ພ້ອມປາກກາ',
    price: 40_000,
    cost: 22_000,
  },
  {
    sku: 'BAG-004',
    nameEn: 'Exercise book, 80 pages',
    nameLo: 'ປຶ້ມຂຽນ 80 ໜ້າ',
    price: 12_000,
    cost: 6_500,
  },
  { sku: 'EXAM-001', nameEn: 'Placement test', nameLo: 'ສອບເສັງວັດລະດັບ', price: 50_000, cost: null },
  {
    sku: 'EXAM-002',
    nameEn: 'Young learners’ exam',
    nameLo: 'ສອບເສັງເດັກນ້ອຍ',
    price: 4_500,
    cost: 3_800,
    currency: 'USD',
    courses: ['KID-2'],
    needed: 'optional',
  },
  {
    sku: 'EXAM-003',
    nameEn: 'HSK exam',
    nameLo: 'ສອບເສັງ HSK',
    price: 3_000,
    cost: 2_500,
    currency: 'USD',
    courses: ['CHN-H1', 'CHN-H2'],
    needed: 'optional',
  },
  {
    sku: 'EXAM-004',
    nameEn: 'IELTS exam',
    nameLo: 'ສອບເສັງ IELTS',
    price: 22_500,
    cost: 21_500,
    currency: 'USD',
    courses: ['IELTS'],
    needed: 'optional',
  },
  {
    sku: 'EXAM-005',
    nameEn: 'Second copy of a certificate',
    nameLo: 'ໃບຢັ້ງຢືນສະບັບທີສອງ',
    price: 30_000,
    cost: null,
  },
];

const partsOf = (sku: string) => sku.split('-') as [category: string, number: string];

function barcodeOf(sku: string): string {
  const [category, number] = partsOf(sku);
  const start = barcodeStarts[category];
  return start === undefined ? '' : `${start}${number}${eanCheckDigit(start + number)}`;
}

async function rowOf(
  tx: Tx,
  { sku, nameEn, nameLo, price, cost, currency = 'LAK' }: DemoProduct,
  categoryIds: ReadonlyMap<string, string>,
) {
  const [category] = partsOf(sku);
  const row = {
    sku,
    barcode: barcodeOf(sku),
    nameEn,
    nameLo,
    price,
    currency,
    unit: units[category] ?? '',
    photoFileId: null,
    categoryId: categoryIds.get(category) ?? '',
    trackStock: category !== 'EXAM',
    active: true,
    costAmount: cost,
    costCurrency: cost === null ? null : currency,
    costLAK: cost === null ? null : await amountInKip(tx, cost, currency),
  };
  return { ...row, _id: uuidv7(), search: searchText(row, products.search) };
}

/** Adds the categories, the products without stock, and the products that the courses need. */
export async function addDemoProducts(
  tx: Tx,
  courseIds: ReadonlyMap<string, string>,
): Promise<void> {
  const categoryRows = categories.map((row) => ({
    ...row,
    _id: uuidv7(),
    search: searchText(row, productCategories.search),
  }));
  await insertMany(tx, productCategoryTable, categoryRows);
  const categoryIds = new Map(categoryRows.map(({ code, _id }) => [code, _id]));
  const rows: Awaited<ReturnType<typeof rowOf>>[] = [];
  for (const product of demoProducts) rows.push(await rowOf(tx, product, categoryIds));
  await insertMany(tx, productTable, rows);
  const links = demoProducts.flatMap(({ sku, courses = [], needed = 'usual', quantity = 1 }) => {
    const productId = rows.find((row) => row.sku === sku)?._id ?? '';
    return courses.map((code) => ({
      courseId: courseIds.get(code) ?? '',
      productId,
      quantity,
      needed,
    }));
  });
  await insertMany(tx, courseProductTable, links);
}
