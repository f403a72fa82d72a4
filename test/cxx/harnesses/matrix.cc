// nearmiss: explore --size 0..3
// expect: complete true
// expect: finding array-overflow @cell
// nearmiss: explore --size 0..3 -DFIXED
// expect: complete true
// expect: no findings

/* Rows and columns are mixed up where a matrix is turned. */
#include <cstddef>
#include <cstdint>
#include <memory>

class Matrix {
 public:
  Matrix(unsigned rows, unsigned columns) : rows_(rows), columns_(columns), cells_(new int[rows * columns]()) {}
  int &at(unsigned row, unsigned column) { return cells_[row * columns_ + column]; }
  unsigned rows() const { return rows_; }
  unsigned columns() const { return columns_; }

  Matrix turned() {
#ifdef FIXED
    Matrix result(columns_, rows_);
#else
    Matrix result(rows_, columns_);
#endif
    for (unsigned i = 0; i < rows_; i++)
      for (unsigned j = 0; j < columns_; j++) result.at(j, i) = at(i, j); /* BUG:cell */
    return result;
  }

 private:
  unsigned rows_, columns_;
  std::unique_ptr<int[]> cells_;
};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || data[0] > 3 || data[1] > 3 || data[0] == 0 || data[1] == 0) return 0;
  Matrix matrix(data[0], data[1]);
  if (size > 2) matrix.at(matrix.rows() - 1, 0) = data[2];
  matrix.turned();
  return 0;
}
