import { ChakraProvider, defaultSystem, Table } from '@chakra-ui/react';
import { createRoot } from 'react-dom/client';
import { heads, rows } from './bare-rows.ts';

/**
 * The lowest cost of a list with this kit, set up as its manual says: no router, request,
 * translation or state.
 */
function BareList() {
  return (
    <ChakraProvider value={defaultSystem}>
      <Table.Root>
        <Table.Header>
          <Table.Row>
            {heads.map((head) => (
              <Table.ColumnHeader key={head}>{head}</Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => (
            <Table.Row key={row[1]}>
              {row.map((cell) => (
                <Table.Cell key={cell}>{cell}</Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </ChakraProvider>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<BareList />);
