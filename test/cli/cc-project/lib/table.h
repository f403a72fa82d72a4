int table_get(int index);
